// Functions that other dialects (SQLite's above all) know and DuckDB does not, or means otherwise. What their
// arguments decide is in `rewrite.ts`.

/** Statements that define them. */
export const macros = `
CREATE TEMP MACRO "~~"(a, b) AS a ~~* b;
CREATE TEMP MACRO "!~~"(a, b) AS a !~~* b;
CREATE TEMP MACRO like_escape(a, b, c) AS ilike_escape(a, b, c);
CREATE TEMP MACRO not_like_escape(a, b, c) AS not_ilike_escape(a, b, c);
CREATE TEMP MACRO total(x) AS coalesce(sum(x), 0);
CREATE TEMP MACRO iif(a, b, c) AS CASE WHEN a THEN b ELSE c END;
CREATE TEMP MACRO whole(x) AS CAST(trunc(CAST(x AS DOUBLE)) AS BIGINT);
CREATE TEMP MACRO moment_of(x) AS TRY_CAST(CAST(x AS VARCHAR) AS TIMESTAMP);
CREATE TEMP MACRO moved(x, way) AS CASE
  WHEN way ILIKE 'start of %' THEN date_trunc(CASE WHEN way ILIKE 'start of %' THEN way[10:] ELSE 'second' END, x)
  WHEN way ILIKE 'weekday %' THEN x + to_days(CAST((TRY_CAST(way[9:] AS INTEGER) - dayofweek(x) + 7) % 7 AS INTEGER))
  WHEN way IN ('unixepoch', 'utc', 'auto') THEN x
  ELSE x + CAST(ltrim(way, '+') AS INTERVAL) END;
CREATE TEMP MACRO moment_at(x) AS make_timestamp(CAST(CAST(x AS DOUBLE) * 1000000 AS BIGINT));
CREATE TEMP MACRO seconds_of(x) AS CAST(epoch(x) AS BIGINT);
`

/** Statistics by name, as they are told. */
export const statistics =
  'median(x), quantile(x, p), mode(x), stddev_samp(x), stddev_pop(x), var_samp(x), var_pop(x), skewness(x), kurtosis(x) (adjusted sample; excess), corr(x, y), covar_samp(x, y), covar_pop(x, y), regr_slope(y, x), regr_intercept(y, x)'

/** Said when a query needs more memory than it may have. */
export const tooLarge = 'The query needed too much memory; filter or aggregate before joining.'
