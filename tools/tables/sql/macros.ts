// Functions that other dialects know and DuckDB does not, or means otherwise. What their arguments decide
// is in `dialect.ts`.

/** Statements that define them. */
export const macros = `
CREATE TEMP MACRO median(x) AS quantile_cont(CAST(x AS DOUBLE), 0.5);
CREATE TEMP MACRO quantile(x, p) AS quantile_cont(CAST(x AS DOUBLE), p);
CREATE TEMP MACRO total(x) AS coalesce(sum(x), 0);
CREATE TEMP MACRO iif(a, b, c) AS CASE WHEN a THEN b ELSE c END;
CREATE TEMP MACRO whole(x) AS CAST(trunc(CAST(x AS DOUBLE)) AS BIGINT);
CREATE TEMP MACRO moment_of(x) AS TRY_CAST(CAST(x AS VARCHAR) AS TIMESTAMP);
CREATE TEMP MACRO moment_at(x) AS make_timestamp(CAST(CAST(x AS DOUBLE) * 1000000 AS BIGINT));
CREATE TEMP MACRO moved(x, way) AS x + CAST(ltrim(way, '+') AS INTERVAL);
CREATE TEMP MACRO next_weekday(x, n) AS x + to_days(CAST((n - dayofweek(x) + 7) % 7 AS INTEGER));
CREATE TEMP MACRO seconds_of(x) AS CAST(epoch(x) AS BIGINT);
`

/** Statistics by name, as they are told. */
export const statistics =
  'median(x), quantile(x, p), mode(x), stddev_samp(x), stddev_pop(x), var_samp(x), var_pop(x), skewness(x), kurtosis(x) (adjusted sample; excess), corr(x, y), covar_samp(x, y), covar_pop(x, y), regr_slope(y, x), regr_intercept(y, x)'

/** Said when a query needs more memory than it may have. */
export const tooLarge = 'The query needed too much memory; filter or aggregate before joining.'
