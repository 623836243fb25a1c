import type { Metadata } from "next";
import { CodeBlock } from "@/components/ui/code";
import { Disclosure } from "@/components/ui/disclosure";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { StatusMark, type StatusTone } from "@/components/ui/status-mark";
import { Timestamp } from "@/components/ui/timestamp";
import { currentOperator } from "@/lib/auth/current-seller";
import { listMessages } from "@/lib/services/messages/list";
import { systemWorld } from "@/lib/services/system-world";
import { OperatorPage } from "../operator-page";

export const metadata: Metadata = { title: "Messages" };

const perPage = 25;
type Message = Awaited<ReturnType<typeof listMessages>>["rows"][number];

export default async function MessagesPage({ searchParams }: { searchParams: Promise<{ page?: string }> }) {
  const operator = await currentOperator();
  const asked = (await searchParams).page ?? "1";
  const page = /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1;
  const { rows, total } = await listMessages(systemWorld(), { skip: (page - 1) * perPage, take: perPage });
  return (
    <OperatorPage person={operator}>
      <PageHeader
        title="Messages"
        purpose={
          systemWorld().mailer
            ? "Every e-mail and SMS of the service, newest first."
            : "No mail server is set (SMTP_URL), so messages are kept here instead of being sent. Links in them work."
        }
      />
      {rows.length === 0 ? (
        <EmptyState sentence="No message yet. A password reset makes the first one." />
      ) : null}
      <ul className="border-t border-rule">
        {rows.map((message) => (
          <MessageItem key={String(message.id)} message={message} />
        ))}
      </ul>
      <Pagination
        page={page}
        lastPage={Math.max(1, Math.ceil(total / perPage))}
        total={total}
        hrefOf={(other) => `/ops/messages?page=${other}`}
      />
    </OperatorPage>
  );
}

const states: Record<Message["status"], { tone: StatusTone; word: string }> = {
  queued: { tone: "warn", word: "Waiting" },
  sent: { tone: "ok", word: "Sent" },
  failed: { tone: "bad", word: "Failed" },
  kept: { tone: "ended", word: "Kept" },
};

function MessageItem({ message }: { message: Message }) {
  const { tone, word } = states[message.status];
  return (
    <li className="grid gap-1 border-b border-rule py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="min-w-0">
          <bdi className="font-medium">{message.subject || message.template}</bdi>{" "}
          <span className="text-ink-2">
            to <bdi>{message.recipient}</bdi> by {message.channel === "email" ? "e-mail" : "SMS"}
          </span>
        </p>
        <p className="flex gap-4 text-label text-ink-2">
          <StatusMark tone={tone}>{word}</StatusMark>
          <Timestamp at={message.createdAt} timeZone="UTC" />
        </p>
      </div>
      {message.lastError ? <p className="text-label text-bad">{message.lastError}</p> : null}
      <Disclosure summary="Read it">
        <CodeBlock label={message.subject || message.template}>{message.body}</CodeBlock>
      </Disclosure>
    </li>
  );
}
