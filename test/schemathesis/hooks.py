"""Every call comes from an address of its own, and the service's clock moves on: no rate hides a route."""

import itertools
import os
import urllib.parse
import urllib.request

import schemathesis

SERVICE_URL = os.environ["SERVICE_URL"]
numbers = itertools.count()

# A request line or head of over 16 KiB is answered by the HTTP server itself, with an empty 431, before any route is known.
HEAD_CHARACTERS_MAX = 12_000


def fits(values):
    return len(urllib.parse.urlencode(dict(values or {}), doseq=True)) < HEAD_CHARACTERS_MAX


@schemathesis.hook
def filter_query(context, query):
    return fits(query)


@schemathesis.hook
def filter_path_parameters(context, path_parameters):
    return fits(path_parameters)


@schemathesis.hook
def filter_headers(context, headers):
    return fits(headers)


@schemathesis.hook
def before_call(context, case, kwargs):
    number = next(numbers)
    case.headers = case.headers or {}
    case.headers["x-forwarded-for"] = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
    case.headers["x-forwarded-proto"] = "https"
    if number % 15 == 0:
        move = urllib.request.Request(
            f"{SERVICE_URL}/api/simulated/clock",
            data=b'{"advanceMs": 61000}',
            headers={"content-type": "application/json", "x-forwarded-for": "10.255.255.255"},
        )
        urllib.request.urlopen(move).close()
