"""Reads a Terraform configuration on stdin; prints its resources, their jsonencode() values evaluated, as JSON."""
import json
import re
import sys

import hcl2


def plain(value):
    if isinstance(value, dict):
        return {plain(key): plain(item) for key, item in value.items() if not key.startswith("__")}
    if isinstance(value, list):
        return [plain(item) for item in value]
    if not isinstance(value, str):
        return value
    if value.startswith("${jsonencode(") and value.endswith(")}"):
        return plain(hcl2.loads("value = " + value[len("${jsonencode(") : -len(")}")] + "\n")["value"])
    if value.startswith('"'):
        if re.search(r"(?<!\$)\$\{|(?<!%)%\{", value):
            raise ValueError("Terraform would evaluate " + value)
        return json.loads(value).replace("$${", "${").replace("%%{", "%{")
    return value


found = {}
for resource in hcl2.load(sys.stdin).get("resource", []):
    for kind, named in plain(resource).items():
        for name, body in named.items():
            found[f"{kind}.{name}"] = body
print(json.dumps(found))
