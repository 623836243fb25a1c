import { ButtonLink } from "@/components/ui/button";
import { CopyField } from "@/components/ui/copy-field";
import type { SubscriptionRow } from "@/lib/services/subscriptions/read";

/** The subscriber's own page: to copy, or to send them. Whoever has the link can pay and cancel. */
export function ManageLink({ link, row, store }: { link: string; row: SubscriptionRow; store: string }) {
  const { phone, email } = row.customer;
  const text = `${store}: ${row.product.name}. Pay or manage your subscription here: ${link}`;
  const mail = new URLSearchParams({ subject: `${store}: ${row.product.name}`, body: text });
  return (
    <div className="mb-8 grid gap-2">
      <p className="text-label text-ink-2">
        The manage page, to renew, pay or cancel. Give it to the subscriber alone.
      </p>
      <div className="grid gap-2 nav:grid-cols-[minmax(0,1fr)_auto]">
        <CopyField label="Manage link" value={link} />
        <div className="flex flex-wrap gap-2">
          {phone ? (
            <ButtonLink href={`https://wa.me/${phone.slice(1)}?text=${encodeURIComponent(text)}`}>
              Send by WhatsApp
            </ButtonLink>
          ) : null}
          {email ? (
            <ButtonLink
              href={`mailto:${encodeURIComponent(email)}?${mail.toString().replaceAll("+", "%20")}`}
            >
              Send by e-mail
            </ButtonLink>
          ) : null}
        </div>
      </div>
    </div>
  );
}
