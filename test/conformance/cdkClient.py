"""Uses CloudFormation, S3 and ECR of the endpoint as any client of AWS would; prints its answers as JSON."""
import json
import sys

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError

account, bucket, repository = sys.argv[1:]
config = Config(retries={"total_max_attempts": 1}, s3={"addressing_style": "path"})
formation, s3, ecr = (boto3.client(name, config=config) for name in ("cloudformation", "s3", "ecr"))
owned = {"Bucket": bucket, "ExpectedBucketOwner": account}


def code_of(call, **arguments):
    try:
        call(**arguments)
    except ClientError as error:
        return error.response["Error"]["Code"]
    return None


def pages(client, operation, key, **arguments):
    found = list(client.get_paginator(operation).paginate(**arguments))
    return [len(found), [item for page in found for item in page.get(key, [])]]


def templates(**of):
    return [
        json.dumps(formation.get_template(TemplateStage=stage, **of)["TemplateBody"])
        for stage in ("Original", "Processed")
    ]


answers = {}
count, stacks = pages(formation, "describe_stacks", "Stacks")
shop = next(stack for stack in stacks if stack["StackName"] == "shop")
answers["stacks"] = [count > 1, len(stacks)]
answers["shop"] = [
    shop["StackStatus"],
    shop["Parameters"],
    shop["Tags"],
    [one["OperationType"] for one in shop["LastOperations"]],
]
answers["listed"] = len(pages(formation, "list_stacks", "StackSummaries")[1])
answers["stages"] = templates(StackName="shop")
_, sets = pages(formation, "list_change_sets", "Summaries", StackName="shop")
answers["changeSet"] = [sets[0]["ExecutionStatus"], templates(StackName="shop", ChangeSetName=sets[0]["ChangeSetId"])]
answers["noStack"] = code_of(formation.describe_stacks, StackName="absent")

count, objects = pages(s3, "list_objects_v2", "Contents", **owned)
keys = [one["Key"] for one in objects]
answers["objects"] = [count, len(keys), sorted(keys) == keys]
first, second, third = keys[:3]
head = s3.head_object(Key=first, **owned)
answers["head"] = [head["ContentLength"], head["ETag"] == objects[0]["ETag"], head["LastModified"] == objects[0]["LastModified"]]
s3.put_object_tagging(Key=first, Tagging={"TagSet": [{"Key": "team", "Value": "a & b"}]}, **owned)
answers["tags"] = s3.get_object_tagging(Key=first, **owned)["TagSet"]
answers["versioning"] = s3.get_bucket_versioning(**owned)["Status"]
answers["otherOwner"] = code_of(s3.list_objects_v2, Bucket=bucket, ExpectedBucketOwner="999999999999")
answers["noBucket"] = code_of(s3.list_objects_v2, Bucket=bucket + "-absent")
answers["noKey"] = code_of(s3.head_object, Key="absent", **owned)
wanted = [{"Key": first}, {"Key": second, "ETag": '"0"'}, {"Key": "absent"}]
deleted = s3.delete_objects(Delete={"Objects": wanted}, **owned)
answers["deleted"] = [one["Key"] in (first, "absent") for one in deleted["Deleted"]]
answers["marker"] = [bool(one.get("DeleteMarker")) for one in deleted["Deleted"] if one["Key"] == first]
answers["refused"] = [[one["Key"] == second, one["Code"]] for one in deleted["Errors"]]
versions = s3.list_object_versions(Prefix=first, **owned)
answers["versions"] = [len(versions["Versions"]), len(versions["DeleteMarkers"]), code_of(s3.head_object, Key=first, **owned)]
s3.delete_object(Key=first, VersionId=versions["DeleteMarkers"][0]["VersionId"], **owned)
answers["restored"] = s3.head_object(Key=first, **owned)["ETag"] == objects[0]["ETag"]
answers["tooMany"] = code_of(s3.delete_objects, Delete={"Objects": [{"Key": str(index)} for index in range(1001)]}, **owned)

count, images = pages(ecr, "describe_images", "imageDetails", repositoryName=repository, PaginationConfig={"PageSize": 2})
answers["images"] = [count, len(images)]
by_tag = {tag: image["imageDigest"] for image in images for tag in image.get("imageTags", [])}
got = ecr.batch_get_image(repositoryName=repository, imageIds=[{"imageTag": "first"}, {"imageTag": "absent"}])
answers["got"] = [
    [one["imageId"]["imageDigest"] == by_tag["first"] for one in got["images"]],
    [one["failureCode"] for one in got["failures"]],
]
manifest = got["images"][0]["imageManifest"]
ecr.put_image(repositoryName=repository, imageManifest=manifest, imageTag="0-aws-cdk.isolated-1700000000000")
answers["immutable"] = code_of(ecr.put_image, repositoryName=repository, imageManifest=manifest, imageTag="second")
gone = ecr.batch_delete_image(
    repositoryName=repository,
    imageIds=[{"imageDigest": by_tag[tag]} for tag in ("first", "child")] + [{"imageDigest": "sha256:" + "0" * 64}],
)
answers["gone"] = [
    sorted(one["imageTag"] for one in gone["imageIds"]),
    sorted(one["failureCode"] for one in gone["failures"]),
]
answers["noRepository"] = code_of(ecr.describe_images, repositoryName="absent")
print(json.dumps(answers))
