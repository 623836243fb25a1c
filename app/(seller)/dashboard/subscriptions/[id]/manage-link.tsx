import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Disclosure } from "@/components/ui/blocks";
import { Button, ButtonLink } from "@/components/ui/button";
import { CopyField } from "@/components/ui/copy-field";
import type { SubscriptionRow } from "@/lib/services/billing/subscriptions/read";
import { copyLabels } from "../../words";
import { replaceManageLinkAction } from "../actions";

/** The subscriber's own page: to copy, or to send them. Whoever has the link can pay and cancel. */
export function ManageLink({
  link,
  payFor,
  row,
  store,
  words,
}: {
  link: string;
  payFor: string;
  row: SubscriptionRow;
  store: string;
  words: DashboardWords;
}) {
  const { phone, email } = row.customer;
  const text = `${store}: ${row.product.name}. Pay or manage your subscription here: ${link}`;
  const mail = new URLSearchParams({ subject: `${store}: ${row.product.name}`, body: text });
  return (
    <div className="mb-8 grid gap-2">
      <p className="text-label text-ink-2">{words.text("manageMeans")}</p>
      <div className="grid gap-2 nav:grid-cols-[minmax(0,1fr)_auto]">
        <CopyField label={words.text("manageLink")} value={link} labels={copyLabels(words)} />
        <div className="flex flex-wrap gap-2">
          {phone ? (
            <ButtonLink href={`https://wa.me/${phone.slice(1)}?text=${encodeURIComponent(text)}`}>
              {words.text("sendWhatsApp")}
            </ButtonLink>
          ) : null}
          {email ? (
            <ButtonLink
              href={`mailto:${encodeURIComponent(email)}?${mail.toString().replaceAll("+", "%20")}`}
            >
              {words.text("sendEmail")}
            </ButtonLink>
          ) : null}
        </div>
      </div>
      <Disclosure summary={words.text("payForLink")}>
        <p className="mb-3 max-w-[68ch] text-ink-2">{words.text("payForMeans")}</p>
        <CopyField label={words.text("payForLink")} value={payFor} labels={copyLabels(words)} />
      </Disclosure>
      <Disclosure summary={words.text("replaceManageLink")}>
        <p className="mb-3 max-w-[68ch] text-ink-2">{words.text("replaceManageLinkMeans")}</p>
        <ActionForm to={{ action: replaceManageLinkAction, fields: { id: row.id } }}>
          <Button>{words.text("replaceManageLinkGo")}</Button>
        </ActionForm>
      </Disclosure>
    </div>
  );
}
