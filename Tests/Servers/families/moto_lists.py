"""moto: lists of Amazon's services, by their JSON protocols and by S3's XML."""

import json

from listed import Listed

IS_ASYNC = False
SCOPE = (
    "AWS4-HMAC-SHA256 Credential=a/20260101/us-east-1/{}/aws4_request,"
    " SignedHeaders=host, Signature=b"
)


def call(service, target, **body):
    """Arguments of `fetch` for an operation."""
    return (
        "-X", "POST", "-H", f"X-Amz-Target: {target}",
        "-H", "Content-Type: application/x-amz-json-1.1",
        "-H", "Authorization: " + SCOPE.format(service), "-d", json.dumps(body),
    )


LISTS = [
    Listed(
        "dynamodb ListTables", "/", id="", order="id", extra=("rows",),
        arguments=call("dynamodb", "DynamoDB_20120810.ListTables", Limit=25),
    ),
    Listed(
        "dynamodb Scan", "/", id="row.N", order="id",
        arguments=call("dynamodb", "DynamoDB_20120810.Scan", TableName="rows", Limit=25),
    ),
    Listed(
        "ssm DescribeParameters", "/", id="Name", order="id",
        arguments=call("ssm", "AmazonSSM.DescribeParameters", MaxResults=25),
    ),
    Listed(
        "logs DescribeLogGroups", "/", id="logGroupName", order="id",
        arguments=call("logs", "Logs_20140328.DescribeLogGroups", limit=25),
    ),
    Listed("s3 ListObjectsV2", "/rows?list-type=2", "max-keys", id="Key", order="id"),
]


def app(rows):
    from moto.server import DomainDispatcherApplication, create_backend_app

    return DomainDispatcherApplication(create_backend_app)


def copy(request, rows):
    request("POST", "/moto-api/reset")

    def operation(service, target, **body):
        request("POST", "/", body, {
            "X-Amz-Target": target,
            "Content-Type": "application/x-amz-json-1.1",
            "Authorization": SCOPE.format(service),
        })

    def table(name):
        operation(
            "dynamodb", "DynamoDB_20120810.CreateTable", TableName=name,
            BillingMode="PAY_PER_REQUEST",
            AttributeDefinitions=[{"AttributeName": "row", "AttributeType": "N"}],
            KeySchema=[{"AttributeName": "row", "KeyType": "HASH"}],
        )

    request("PUT", "/rows")
    table("rows")
    for row in rows.query("SELECT id FROM row ORDER BY id"):
        name = f"{row['id']:06}"
        table(name)
        operation(
            "dynamodb", "DynamoDB_20120810.PutItem", TableName="rows",
            Item={"row": {"N": str(row["id"])}},
        )
        operation("ssm", "AmazonSSM.PutParameter", Name=name, Value="a", Type="String")
        operation("logs", "Logs_20140328.CreateLogGroup", logGroupName=name)
        request("PUT", f"/rows/{name}", "a")
