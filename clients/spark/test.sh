#!/usr/bin/env bash
# The tests of the Spark data source, with the Python that PAGINATOR_SPARK_PYTHON names or python3.
# It needs PySpark 4.0, PyArrow and Java 17; where one is missing, this says so and succeeds.
set -euo pipefail
cd "$(dirname "$0")"

python="${PAGINATOR_SPARK_PYTHON:-python3}"
if ! command -v java >/dev/null; then
  echo "skipped: all of it, as java is missing"
  exit 0
fi
if ! "$python" -c 'import pyarrow, pyspark.sql.datasource' 2>/dev/null; then
  echo "skipped: all of it, as $python does not have pyspark 4 and pyarrow"
  exit 0
fi
export PYSPARK_PYTHON="$python" PYSPARK_DRIVER_PYTHON="$python"
exec "$python" -m unittest discover -v -s tests -t .
