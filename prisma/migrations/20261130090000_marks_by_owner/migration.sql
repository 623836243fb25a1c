-- With the rights of the owner: the app's role needs none on the marks, so a running process of the release before goes on taking
-- money while the migrations after this one are applied, and also when one of them fails.
ALTER FUNCTION "mark"() SECURITY DEFINER SET search_path = public, pg_temp;
