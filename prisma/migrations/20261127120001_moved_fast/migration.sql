-- Until PostgreSQL has counted a table that is filled quickly, it takes it for nearly empty, and finds its rows by reading all of
-- them: a file took the square of its lines. The app's role may not count tables: it can only call this, which counts those
-- that files fill while they are small. It takes a fraction of a second, and later PostgreSQL keeps count by itself.
CREATE FUNCTION "count_filled"() RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF (SELECT "reltuples" FROM pg_class WHERE "oid" = 'public.customers'::regclass) < 200000 THEN
    ANALYZE "customers", "subscriptions", "subscription_periods", "move_lines";
  END IF;
END $$;
