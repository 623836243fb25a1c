import { pageLabels } from "@/app/(seller)/dashboard/words";
import { MessageFilters, messageFilters, messagesHref } from "@/components/dashboard/message-filters";
import { MessageRow } from "@/components/dashboard/message-row";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { currentOperator } from "@/lib/auth/current-seller";
import { operatorCaller } from "@/lib/auth/operator-action";
import { listMessages } from "@/lib/services/desk/operator/list-messages";
import { systemWorld } from "@/lib/services/desk/system-world";
import { OperatorPage } from "../operator-page";
import { operatorWords, titledForOperator } from "../words";

export const generateMetadata = titledForOperator("messages");

const path = "/ops/messages";
const perPage = 25;
type Search = Promise<Record<string, string | string[] | undefined>>;

export default async function MessagesPage({ searchParams }: { searchParams: Search }) {
  const operator = await currentOperator();
  const words = operatorWords(operator);
  const filters = messageFilters(await searchParams);
  const { channel, status, page } = filters;
  const { rows, total, isMore } = await listMessages(
    systemWorld(),
    await operatorCaller(),
    { ...(channel ? { channel } : {}), ...(status ? { status } : {}) },
    { skip: (page - 1) * perPage, take: perPage },
  );
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  return (
    <OperatorPage person={operator} section="messages">
      <PageHeader title={words.text("messages")} purpose={purpose(words)} />
      <MessageFilters path={path} filters={filters} words={words} />
      {rows.length === 0 ? (
        <EmptyState sentence={words.text(channel || status ? "noMessageMatches" : "noMessageAtAll")} />
      ) : null}
      <ul className="border-t border-rule">
        {rows.map((message) => (
          <MessageRow
            key={String(message.id)}
            message={{ ...message, title: message.subject || message.template }}
            timeZone="UTC"
            words={words}
          />
        ))}
      </ul>
      <Pagination
        page={page}
        lastPage={lastPage}
        total={total}
        labels={pageLabels(words, page, lastPage, total, isMore)}
        hrefOf={(other) => messagesHref(path, filters, other)}
      />
    </OperatorPage>
  );
}

function purpose(words: DashboardWords): string {
  const { mailer, sms } = systemWorld();
  if (mailer) return words.text(sms ? "allMessages" : "messagesNoSms");
  return words.text(sms ? "messagesNoMail" : "messagesKept");
}
