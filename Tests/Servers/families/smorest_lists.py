"""flask-smorest: page numbers, and what there is to know in a header of JSON."""

from listed import Listed

IS_ASYNC = False
LISTS = [
    Listed("flask-smorest", "/rows/", "page_size", "page=3", 20, refuses=True, moves=True),
]

ORDERED = "SELECT id, name, rank FROM row ORDER BY rank, id LIMIT ? OFFSET ?"


def app(rows):
    from flask import Flask
    from flask.views import MethodView
    from flask_smorest import Api, Blueprint
    from marshmallow import Schema, fields

    class Row(Schema):
        id = fields.Int()
        name = fields.Str()
        rank = fields.Int()

    blueprint = Blueprint("rows", "rows", url_prefix="/rows")

    @blueprint.route("/")
    class RowsView(MethodView):
        @blueprint.response(200, Row(many=True))
        @blueprint.paginate()
        def get(self, pagination_parameters):
            pagination_parameters.item_count = rows.query("SELECT count(*) AS n FROM row")[0]["n"]
            return rows.query(
                ORDERED, pagination_parameters.page_size, pagination_parameters.first_item)

    flask = Flask("rows")
    flask.config.update(API_TITLE="Rows", API_VERSION="1", OPENAPI_VERSION="3.0.2")
    Api(flask).register_blueprint(blueprint)
    return flask
