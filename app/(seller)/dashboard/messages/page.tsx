import type { Metadata } from "next";
import { MessageFilters, messageFilters, messagesHref } from "@/components/dashboard/message-filters";
import { MessageRow } from "@/components/dashboard/message-row";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { currentSeller } from "@/lib/auth/current-seller";
import { listStoreMessages, type StoreMessage } from "@/lib/services/messages/list";
import { systemWorld } from "@/lib/services/system-world";
import { SellerPage } from "../seller-page";
import { templateWords } from "./template-words";

export const metadata: Metadata = { title: "Messages" };

const path = "/dashboard/messages";
const perPage = 25;
type Search = Promise<Record<string, string | string[] | undefined>>;

/** What the store's customers were told, and whether it arrived. */
export default async function MessagesPage({ searchParams }: { searchParams: Search }) {
  const seller = await currentSeller();
  const filters = messageFilters(await searchParams);
  const { channel, status, page } = filters;
  const { rows, total } = await listStoreMessages(
    systemWorld(),
    seller.caller(true),
    { ...(channel ? { channel } : {}), ...(status ? { status } : {}) },
    { skip: (page - 1) * perPage, take: perPage },
  );
  return (
    <SellerPage seller={seller} section="messages">
      <PageHeader title="Messages" purpose={purpose()} />
      <MessageFilters path={path} filters={filters} />
      {rows.length > 0 ? (
        <ul className="border-t border-rule">
          {rows.map((message) => (
            <MessageRow key={String(message.id)} message={item(message)} timeZone={seller.store.timeZone} />
          ))}
        </ul>
      ) : channel || status ? (
        <EmptyState
          sentence="No message matches these filters."
          action={<ButtonLink href={path}>Clear filters</ButtonLink>}
        />
      ) : (
        <EmptyState sentence="No message yet. The first one is the receipt of your first payment, or an invoice you send." />
      )}
      <Pagination
        page={page}
        lastPage={Math.max(1, Math.ceil(total / perPage))}
        total={total}
        hrefOf={(other) => messagesHref(path, filters, other)}
      />
    </SellerPage>
  );
}

function item(message: StoreMessage) {
  const title = templateWords(message.template);
  const hidden =
    message.template === "contact_code"
      ? "The code is for your customer alone."
      : "Your role can see that it was sent, not what it says: its link acts for the customer.";
  return { ...message, title, hidden };
}

function purpose(): string {
  const { mailer, sms } = systemWorld();
  const what = "What your customers were told by e-mail and SMS, and whether it went out.";
  if (mailer && sms) return what;
  const lacks = [mailer ? "" : "e-mail", sms ? "" : "SMS"].filter(Boolean).join(" and ");
  return `${what} This service sends no ${lacks} yet: such messages are kept here, and the links in them work.`;
}
