import { MessageFilters, messageFilters, messagesHref } from "@/components/dashboard/message-filters";
import { MessageRow } from "@/components/dashboard/message-row";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { currentSeller } from "@/lib/auth/current-seller";
import { systemWorld } from "@/lib/services/desk/system-world";
import { listStoreMessages, type StoreMessage } from "@/lib/services/notify/messages/list";
import { SellerPage } from "../seller-page";
import { pageLabels, titled, wordsFor } from "../words";
import { templateText } from "./template-words";

export const generateMetadata = titled("messages");

const path = "/dashboard/messages";
const perPage = 25;
type Search = Promise<Record<string, string | string[] | undefined>>;

/** What the store's customers were told, and whether it arrived. */
export default async function MessagesPage({ searchParams }: { searchParams: Search }) {
  const seller = await currentSeller();
  const words = wordsFor(seller);
  const filters = messageFilters(await searchParams);
  const { channel, status, page } = filters;
  const { rows, total, isMore } = await listStoreMessages(
    systemWorld(),
    seller.caller(true),
    { ...(channel ? { channel } : {}), ...(status ? { status } : {}) },
    { skip: (page - 1) * perPage, take: perPage },
  );
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  return (
    <SellerPage seller={seller} section="messages">
      <PageHeader title={words.text("messages")} purpose={purpose(words)} />
      <MessageFilters path={path} filters={filters} words={words} />
      {rows.length > 0 ? (
        <ul className="border-t border-rule">
          {rows.map((message) => (
            <MessageRow
              key={String(message.id)}
              message={item(message, words)}
              timeZone={seller.store.timeZone}
              words={words}
            />
          ))}
        </ul>
      ) : channel || status ? (
        <EmptyState
          sentence={words.text("noMessageMatches")}
          action={<ButtonLink href={path}>{words.text("clearFilters")}</ButtonLink>}
        />
      ) : (
        <EmptyState sentence={words.text(page > 1 ? "pastTheEnd" : "noMessage")} />
      )}
      <Pagination
        page={page}
        lastPage={lastPage}
        total={total}
        labels={pageLabels(words, page, lastPage, total, isMore)}
        hrefOf={(other) => messagesHref(path, filters, other)}
      />
    </SellerPage>
  );
}

function item(message: StoreMessage, words: DashboardWords) {
  const title = templateText(message, words);
  const hidden = words.text(message.template === "contact_code" ? "codeHidden" : "textHidden");
  return { ...message, title, hidden };
}

function purpose({ text }: DashboardWords): string {
  const { mailer, sms } = systemWorld();
  const what = text("messagesPurpose");
  if (mailer && sms) return what;
  const lacks = mailer ? "noSmsYet" : sms ? "noEmailYet" : "noneSentYet";
  return `${what} ${text(lacks)}`;
}
