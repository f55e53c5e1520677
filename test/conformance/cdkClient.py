"""Uses CloudFormation, S3 and ECR of the endpoint as any client of AWS would; prints what it was told as JSON."""
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


told = {}
count, stacks = pages(formation, "describe_stacks", "Stacks")
shop = next(stack for stack in stacks if stack["StackName"] == "shop")
told["stacks"] = [count > 1, len(stacks)]
told["shop"] = [
    shop["StackStatus"],
    shop["Parameters"],
    shop["Tags"],
    [one["OperationType"] for one in shop["LastOperations"]],
]
told["listed"] = len(pages(formation, "list_stacks", "StackSummaries")[1])
told["stages"] = templates(StackName="shop")
_, sets = pages(formation, "list_change_sets", "Summaries", StackName="shop")
told["changeSet"] = [sets[0]["ExecutionStatus"], templates(StackName="shop", ChangeSetName=sets[0]["ChangeSetId"])]
told["noStack"] = code_of(formation.describe_stacks, StackName="absent")

count, objects = pages(s3, "list_objects_v2", "Contents", **owned)
keys = [one["Key"] for one in objects]
told["objects"] = [count, len(keys), sorted(keys) == keys]
first, second, third = keys[:3]
head = s3.head_object(Key=first, **owned)
told["head"] = [head["ContentLength"], head["ETag"] == objects[0]["ETag"], head["LastModified"] == objects[0]["LastModified"]]
s3.put_object_tagging(Key=first, Tagging={"TagSet": [{"Key": "team", "Value": "a & b"}]}, **owned)
told["tags"] = s3.get_object_tagging(Key=first, **owned)["TagSet"]
told["versioning"] = s3.get_bucket_versioning(**owned)["Status"]
told["otherOwner"] = code_of(s3.list_objects_v2, Bucket=bucket, ExpectedBucketOwner="999999999999")
told["noBucket"] = code_of(s3.list_objects_v2, Bucket=bucket + "-absent")
told["noKey"] = code_of(s3.head_object, Key="absent", **owned)
wanted = [{"Key": first}, {"Key": second, "ETag": '"0"'}, {"Key": "absent"}]
deleted = s3.delete_objects(Delete={"Objects": wanted}, **owned)
told["deleted"] = [one["Key"] in (first, "absent") for one in deleted["Deleted"]]
told["marker"] = [bool(one.get("DeleteMarker")) for one in deleted["Deleted"] if one["Key"] == first]
told["refused"] = [[one["Key"] == second, one["Code"]] for one in deleted["Errors"]]
versions = s3.list_object_versions(Prefix=first, **owned)
told["versions"] = [len(versions["Versions"]), len(versions["DeleteMarkers"]), code_of(s3.head_object, Key=first, **owned)]
s3.delete_object(Key=first, VersionId=versions["DeleteMarkers"][0]["VersionId"], **owned)
told["restored"] = s3.head_object(Key=first, **owned)["ETag"] == objects[0]["ETag"]
told["tooMany"] = code_of(s3.delete_objects, Delete={"Objects": [{"Key": str(index)} for index in range(1001)]}, **owned)

count, images = pages(ecr, "describe_images", "imageDetails", repositoryName=repository, PaginationConfig={"PageSize": 2})
told["images"] = [count, len(images)]
by_tag = {tag: image["imageDigest"] for image in images for tag in image.get("imageTags", [])}
got = ecr.batch_get_image(repositoryName=repository, imageIds=[{"imageTag": "first"}, {"imageTag": "absent"}])
told["got"] = [
    [one["imageId"]["imageDigest"] == by_tag["first"] for one in got["images"]],
    [one["failureCode"] for one in got["failures"]],
]
manifest = got["images"][0]["imageManifest"]
ecr.put_image(repositoryName=repository, imageManifest=manifest, imageTag="0-aws-cdk.isolated-1700000000000")
told["immutable"] = code_of(ecr.put_image, repositoryName=repository, imageManifest=manifest, imageTag="second")
gone = ecr.batch_delete_image(
    repositoryName=repository,
    imageIds=[{"imageDigest": by_tag[tag]} for tag in ("first", "child")] + [{"imageDigest": "sha256:" + "0" * 64}],
)
told["gone"] = [
    sorted(one["imageTag"] for one in gone["imageIds"]),
    sorted(one["failureCode"] for one in gone["failures"]),
]
told["noRepository"] = code_of(ecr.describe_images, repositoryName="absent")
print(json.dumps(told))
