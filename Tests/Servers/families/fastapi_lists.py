"""FastAPI: `skip` and `limit` as its tutorial has them, and fastapi-pagination over SQLAlchemy."""

from listed import Listed

IS_ASYNC = True
LISTS = [
    Listed("fastapi skip and limit", "/skip", "limit", "skip=40", 40, moves=True),
    Listed(
        "fastapi page", "/page", "size", "page=3", 100, total="total", refuses=True, moves=True
    ),
    Listed(
        "fastapi limit-offset", "/limit", "limit", "offset=40", 40, total="total", refuses=True,
        moves=True,
    ),
    Listed(
        "fastapi links", "/links", "size", "page=3", 100, total="total", refuses=True, moves=True
    ),
    Listed("fastapi cursor", "/cursor", "size", refuses=True, moves=True, is_keyset=True),
]


def app(rows):
    from fastapi import FastAPI
    from fastapi_pagination import LimitOffsetPage, Page, add_pagination
    from fastapi_pagination.cursor import CursorPage
    from fastapi_pagination.ext import sqlalchemy as pages
    from fastapi_pagination.links import Page as LinkedPage
    from pydantic import BaseModel, ConfigDict
    from sqlalchemy import create_engine, select
    from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

    class Base(DeclarativeBase):
        pass

    class Row(Base):
        __tablename__ = "row"
        id: Mapped[int] = mapped_column(primary_key=True)
        name: Mapped[str]
        rank: Mapped[int]

    class Shown(BaseModel):
        model_config = ConfigDict(from_attributes=True)
        id: int
        name: str
        rank: int

    engine = create_engine(f"sqlite:///{rows.path}")
    ordered = select(Row).order_by(Row.rank, Row.id)
    api = FastAPI()

    @api.get("/skip")
    def skip(skip: int = 0, limit: int = 100) -> list[Shown]:
        with Session(engine) as session:
            return list(session.scalars(ordered.offset(skip).limit(min(limit, 100))))

    def paged():
        with Session(engine) as session:
            return pages.paginate(session, ordered)

    api.get("/page", response_model=Page[Shown])(paged)
    api.get("/limit", response_model=LimitOffsetPage[Shown])(paged)
    api.get("/links", response_model=LinkedPage[Shown])(paged)
    api.get("/cursor", response_model=CursorPage[Shown])(paged)

    add_pagination(api)
    return api
