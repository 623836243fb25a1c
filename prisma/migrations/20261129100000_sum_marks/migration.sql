-- What is summed of orders and subscriptions leaves the transactions that take money: they leave a mark, and the sums are
-- made afterwards by lib/services/core/sums, from the pure functions of lib/domain/sums.ts.
CREATE TABLE "sum_marks" (
    "store_id" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "source_id" TEXT NOT NULL,
    "xid" BIGINT NOT NULL DEFAULT ((pg_current_xact_id())::text)::bigint,

    CONSTRAINT "sum_marks_pkey" PRIMARY KEY ("store_id","source","source_id","xid")
);

CREATE TABLE "contributions" (
    "store_id" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "source_id" TEXT NOT NULL,
    "addends" TEXT NOT NULL,

    CONSTRAINT "contributions_pkey" PRIMARY KEY ("store_id","source","source_id")
);

CREATE TABLE "sum_states" (
    "store_id" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "order_id" INTEGER NOT NULL DEFAULT 0,
    "subscription_id" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "sum_states_pkey" PRIMARY KEY ("store_id")
);

CREATE TABLE "sums" (
    "store_id" INTEGER NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "grain" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "number" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "part" INTEGER NOT NULL,
    "other" INTEGER NOT NULL,
    "minor" BIGINT NOT NULL,
    "yearly_minor" BIGINT NOT NULL,

    CONSTRAINT "sums_pkey" PRIMARY KEY ("store_id","livemode","grain","kind","at","number","name","currency")
);

-- The order or subscription to which the row belongs is looked at again. Nothing is computed here.
CREATE FUNCTION "mark"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed record; id text;
BEGIN
  IF TG_OP = 'DELETE' THEN changed := OLD; ELSE changed := NEW; END IF;
  IF TG_TABLE_NAME IN ('orders', 'subscriptions') THEN id := changed."id";
  ELSIF TG_TABLE_NAME = 'subscription_periods' THEN id := changed."subscription_id";
  ELSE id := changed."order_id";
  END IF;
  INSERT INTO "sum_marks" ("store_id", "source", "source_id")
  VALUES (changed."store_id", CASE WHEN TG_TABLE_NAME LIKE 'subscription%' THEN 'subscription' ELSE 'order' END, id)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER "marked" AFTER INSERT OR DELETE ON "orders" FOR EACH ROW EXECUTE FUNCTION "mark"();
CREATE TRIGGER "marked_again" AFTER UPDATE ON "orders" FOR EACH ROW
  WHEN ((OLD."payment_status", OLD."source", OLD."created_at", OLD."paid_at", OLD."payment_method", OLD."currency", OLD."total_minor", OLD."refunded_minor")
    IS DISTINCT FROM (NEW."payment_status", NEW."source", NEW."created_at", NEW."paid_at", NEW."payment_method", NEW."currency", NEW."total_minor", NEW."refunded_minor"))
  EXECUTE FUNCTION "mark"();
CREATE TRIGGER "marked" AFTER INSERT OR DELETE ON "order_items" FOR EACH ROW EXECUTE FUNCTION "mark"();
CREATE TRIGGER "marked_again" AFTER UPDATE ON "order_items" FOR EACH ROW
  WHEN ((OLD."product_id", OLD."quantity", OLD."total_minor", OLD."discount_minor")
    IS DISTINCT FROM (NEW."product_id", NEW."quantity", NEW."total_minor", NEW."discount_minor"))
  EXECUTE FUNCTION "mark"();
CREATE TRIGGER "marked" AFTER INSERT OR UPDATE ON "payment_attempts" FOR EACH ROW
  WHEN (NEW."status" IN ('succeeded', 'reversed', 'failed')) EXECUTE FUNCTION "mark"();
CREATE TRIGGER "marked_old" AFTER UPDATE OR DELETE ON "payment_attempts" FOR EACH ROW
  WHEN (OLD."status" IN ('succeeded', 'reversed', 'failed')) EXECUTE FUNCTION "mark"();
CREATE TRIGGER "marked" AFTER INSERT OR UPDATE OR DELETE ON "subscription_periods" FOR EACH ROW EXECUTE FUNCTION "mark"();
CREATE TRIGGER "marked" AFTER INSERT OR DELETE ON "subscriptions" FOR EACH ROW EXECUTE FUNCTION "mark"();
CREATE TRIGGER "marked_again" AFTER UPDATE ON "subscriptions" FOR EACH ROW
  WHEN ((OLD."status", OLD."product_id", OLD."interval", OLD."currency", OLD."livemode")
    IS DISTINCT FROM (NEW."status", NEW."product_id", NEW."interval", NEW."currency", NEW."livemode"))
  EXECUTE FUNCTION "mark"();
