import type { Metadata } from "next";
import { MessageFilters, messageFilters, messagesHref } from "@/components/dashboard/message-filters";
import { MessageRow } from "@/components/dashboard/message-row";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { currentOperator } from "@/lib/auth/current-seller";
import { operatorCaller } from "@/lib/auth/operator-action";
import { listMessages } from "@/lib/services/messages/list";
import { systemWorld } from "@/lib/services/system-world";
import { OperatorPage } from "../operator-page";

export const metadata: Metadata = { title: "Messages" };

const path = "/ops/messages";
const perPage = 25;
type Search = Promise<Record<string, string | string[] | undefined>>;

export default async function MessagesPage({ searchParams }: { searchParams: Search }) {
  const operator = await currentOperator();
  const filters = messageFilters(await searchParams);
  const { channel, status, page } = filters;
  const { rows, total } = await listMessages(
    systemWorld(),
    await operatorCaller(),
    { ...(channel ? { channel } : {}), ...(status ? { status } : {}) },
    { skip: (page - 1) * perPage, take: perPage },
  );
  return (
    <OperatorPage person={operator} section="messages">
      <PageHeader title="Messages" purpose={purpose()} />
      <MessageFilters path={path} filters={filters} />
      {rows.length === 0 ? <EmptyState sentence={emptySentence(filters)} /> : null}
      <ul className="border-t border-rule">
        {rows.map((message) => (
          <MessageRow
            key={String(message.id)}
            message={{ ...message, title: message.subject || message.template }}
            timeZone="UTC"
          />
        ))}
      </ul>
      <Pagination
        page={page}
        lastPage={Math.max(1, Math.ceil(total / perPage))}
        total={total}
        hrefOf={(other) => messagesHref(path, filters, other)}
      />
    </OperatorPage>
  );
}

function purpose(): string {
  const { mailer, sms } = systemWorld();
  if (mailer && sms) return "Every e-mail and SMS of the service, newest first.";
  if (mailer)
    return "Every e-mail and SMS of the service. No SMS provider is set (SMS_PROVIDER), so texts are kept here.";
  if (sms)
    return "Every e-mail and SMS of the service. No mail server is set (SMTP_URL), so e-mail is kept here.";
  return "No mail server is set (SMTP_URL), so messages are kept here instead of being sent. Links in them work.";
}

function emptySentence(filters: { channel: string | null; status: string | null }): string {
  return filters.channel || filters.status
    ? "No message matches these filters."
    : "No message yet. A password reset makes the first one.";
}
