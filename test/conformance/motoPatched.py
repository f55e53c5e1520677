"""moto without the defects that stop the real `cdk gc`; the installed package stays as it is.

1. PutObjectTagging refuses every key that begins with "aws"; S3 refuses only "aws:".
2. PutObjectTagging with an empty TagSet ends in a 500; S3 answers 200.
3. An image's digest is the hash of its layers' digests; in ECR it is the hash of the manifest.
"""
import hashlib
import json
import sys

from moto.ecr import models as ecr
from moto.s3 import models as s3
from moto.s3 import responses as s3_responses

put_object_tagging = s3.S3Backend.put_object_tagging


def tagging(self, key, tags):
    renamed = {k.replace("aws-cdk:", "x-aws-cdk:", 1): v for k, v in (tags or {}).items()}
    result = put_object_tagging(self, key, renamed)
    self.tagger.delete_all_tags_for_resource(key.arn)
    self.tagger.tag_resource(key.arn, self.tagger.convert_dict_to_tags_input(tags))
    return result


tagging_from_xml = s3_responses.S3Response._tagging_from_xml


def tags_or_none(self):
    return {} if b"<Tag>" not in self.raw_body else tagging_from_xml(self)


def digest(self):
    self._image_digest = "sha256:" + hashlib.sha256(self.image_manifest.encode()).hexdigest()


s3.S3Backend.put_object_tagging = tagging
s3_responses.S3Response._tagging_from_xml = tags_or_none
ecr.Image._create_digest = digest

from moto.server import main  # noqa: E402

if __name__ == "__main__":
    main(sys.argv[1:])
