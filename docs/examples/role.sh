#!/bin/sh
# Run by PostgreSQL's image when it makes the database: the app's own role, which owns nothing.
set -eu
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" -v password="$APP_PASSWORD" <<'SQL'
CREATE ROLE sente_app LOGIN PASSWORD :'password';
SQL
