-- A network pays for a subscription by itself, by an order that its payer agreed to and alone can stop, there.
ALTER TYPE "renewal_mode" ADD VALUE 'standing_order';

-- The last day on which it pays: after it the payer is reminded as everybody else.
ALTER TABLE "subscriptions" ADD COLUMN "renewal_until" DATE;

CREATE TABLE "standing_orders" (
    "id" UUID PRIMARY KEY,
    "store_id" INTEGER NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "subscription_id" TEXT NOT NULL,
    "rail" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "phone_sealed" BYTEA,
    "phone" TEXT,
    "amount_minor" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "interval" "billing_interval" NOT NULL,
    "first_on" DATE NOT NULL,
    "last_on" DATE NOT NULL,
    "text" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "reason" TEXT,
    "rail_code" TEXT,
    "rail_ref" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_at" TIMESTAMPTZ(3),
    CONSTRAINT "standing_orders_store_id_livemode_subscription_id_fkey" FOREIGN KEY ("store_id", "livemode", "subscription_id")
        REFERENCES "subscriptions" ("store_id", "livemode", "id") ON UPDATE CASCADE ON DELETE CASCADE,
    CONSTRAINT "standing_orders_amount" CHECK ("amount_minor" > 0)
);
CREATE INDEX "standing_orders_subscription_id_idx" ON "standing_orders" ("subscription_id");
