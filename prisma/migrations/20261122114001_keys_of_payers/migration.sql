-- AlterTable
ALTER TABLE "customers" ADD COLUMN     "prospect" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "body_sealed" BYTEA;

-- AlterTable
ALTER TABLE "payment_attempts" ADD COLUMN     "browser_hash" BYTEA;

-- CreateTable
CREATE TABLE "contact_undos" (
    "token_hash" BYTEA NOT NULL,
    "store_id" INTEGER NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "subscription_id" TEXT NOT NULL,
    "customer_id" INTEGER NOT NULL,
    "channel" "message_channel" NOT NULL,
    "old_sealed" BYTEA,
    "new_sealed" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "contact_undos_pkey" PRIMARY KEY ("token_hash")
);

-- CreateIndex
CREATE INDEX "contact_undos_customer_id_created_at_idx" ON "contact_undos"("customer_id", "created_at" DESC);

-- AddForeignKey
ALTER TABLE "contact_undos" ADD CONSTRAINT "contact_undos_store_id_livemode_subscription_id_fkey" FOREIGN KEY ("store_id", "livemode", "subscription_id") REFERENCES "subscriptions"("store_id", "livemode", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Whom only an unpaid try has made is a prospect: no money came, no subscription or invoice names them.
UPDATE customers c SET prospect = true
WHERE c.livemode AND c.source IN ('subscription', 'storefront', 'payment_link', 'invoice')
  AND EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id)
  AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id AND o.paid_at IS NOT NULL)
  AND NOT EXISTS (SELECT 1 FROM subscriptions s WHERE s.customer_id = c.id)
  AND NOT EXISTS (SELECT 1 FROM invoices i WHERE i.customer_id = c.id);

-- Nobody in test mode is one.
ALTER TABLE customers ADD CONSTRAINT customers_prospect_is_live CHECK (livemode OR NOT prospect);

-- What went out is read by whom it went to: no copy keeps its keys.
UPDATE messages SET body = regexp_replace(body, '/(reset-password|sign-in/link|invitation|new-email|manage|undo)/[0-9A-Za-z._-]+', '/\1/…', 'g')
WHERE status IN ('sent', 'failed') AND body ~ '/(reset-password|sign-in/link|invitation|new-email|manage|undo)/';
UPDATE messages SET body = regexp_replace(body, '[0-9]{6}', '••••••', 'g'), subject = regexp_replace(subject, '[0-9]{6}', '••••••', 'g')
WHERE status IN ('sent', 'failed') AND template = 'contact_code';
