"""Kinto: records of a collection, with the next page in a header of its own."""

from listed import Listed

IS_ASYNC = False
RECORDS = "/v1/buckets/lists/collections/rows/records"
LISTS = [Listed("kinto", RECORDS + "?_sort=rank", "_limit", id="row")]

PIECES = ("storage", "cache", "permission")


def app(rows):
    import kinto
    import kinto.config
    from pyramid.config import Configurator

    settings = {f"kinto.{piece}_backend": f"kinto.core.{piece}.memory" for piece in PIECES}
    settings.update({
        "kinto.paginate_by": "25",
        "kinto.storage_max_fetch_size": "10000",
        "kinto.userid_hmac_secret": "of a test",
        "kinto.bucket_create_principals": "system.Everyone",
        "multiauth.policies": "basicauth",
        "multiauth.policy.basicauth.use": (
            "kinto.core.authentication.BasicAuthAuthenticationPolicy"),
    })
    return kinto.main({}, Configurator(settings=settings), **settings)


def copy(request, rows):
    """Makes the records of the rows, by `request(method, path, body)`."""
    public = {"permissions": {"read": ["system.Everyone"], "write": ["system.Everyone"]}}
    request("PUT", "/v1/buckets/lists", public)
    request("PUT", "/v1/buckets/lists/collections/rows", public)
    request("DELETE", RECORDS)
    for row in rows.query("SELECT id, rank FROM row"):
        request("POST", RECORDS, {"data": {"row": row["id"], "rank": row["rank"]}})
