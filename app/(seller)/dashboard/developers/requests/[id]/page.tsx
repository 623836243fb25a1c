import { found } from "@/app/service-name";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { ModeTag } from "@/components/dashboard/mode-tag";
import { type FactItem, Facts, PageHeader, Section } from "@/components/ui/blocks";
import { Code, CodeBlock } from "@/components/ui/copy-button";
import { StatusMark } from "@/components/ui/status-mark";
import { Timestamp } from "@/components/ui/timestamp";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { mayRead } from "@/lib/domain/roles";
import { systemWorld } from "@/lib/services/desk/system-world";
import { bodyMax, readMax } from "@/lib/services/hooks/request-log/log-request";
import { type OpenedRequest, type RequestDetails, readRequest } from "@/lib/services/hooks/request-log/read";
import { NotShown, onlyReaders } from "../../../allowed";
import { requestsPath } from "../../../paths";
import { SellerPage } from "../../../seller-page";
import { sellerWithWords, titled } from "../../../words";
import { toneOf } from "../../mode";
import { type Told, toldBy } from "../answer";

export const generateMetadata = titled("request");

export default onlyReaders("requests", RequestPage);

/** One request to the API: what was asked, what was answered and why. */
async function RequestPage(props: { params: Promise<{ id: string }> }) {
  const { seller, words } = await sellerWithWords();
  if (!mayRead(seller.role, "requests")) {
    return (
      <SellerPage seller={seller} section="requests">
        <NotShown title={words.text("requests")} words={words} />
      </SellerPage>
    );
  }
  const request = await findRequest(seller, (await props.params).id);
  const mode = request.livemode ? "live" : "test";
  const { details } = request;
  return (
    <SellerPage
      seller={seller}
      section="requests"
      here={`${request.method} ${request.path}`}
      test={mode === "test" ? { liveHref: `${requestsPath}?mode=live` } : null}
    >
      <PageHeader
        title={
          <>
            <span className="break-all">{`${request.method} ${request.path}`}</span>{" "}
            <ModeTag mode={mode} words={words} />
          </>
        }
      />
      <Facts items={factsOf(request, seller, words)} />
      {details ? <Bodies details={details} words={words} /> : <NoBodies request={request} words={words} />}
    </SellerPage>
  );
}

function factsOf(request: OpenedRequest, seller: CurrentSeller, words: DashboardWords): FactItem[] {
  const { details, status, keyName, keyLast4 } = request;
  const told = toldBy(details?.responseBody ?? null);
  const facts: (FactItem | null)[] = [
    {
      label: words.text("answer"),
      value: <StatusMark tone={toneOf(status)}>{String(status)}</StatusMark>,
    },
    told?.code ? { label: words.text("errorCode"), value: <ErrorCode code={told.code} /> } : null,
    told ? { label: words.text("errorMessage"), value: <Why told={told} /> } : null,
    details?.query ? { label: words.text("requestQuery"), value: <Code>{details.query}</Code> } : null,
    {
      label: words.text("apiKey"),
      value: (
        <>
          <bdi>{keyName ?? words.text("deletedKey")}</bdi> {keyLast4 ? <Code>{`…${keyLast4}`}</Code> : null}
        </>
      ),
    },
    details?.address ? { label: words.text("requestAddress"), value: <Code>{details.address}</Code> } : null,
    { label: words.text("took"), value: `${request.durationMs} ms` },
    {
      label: words.text("time"),
      value: <Timestamp at={request.createdAt} timeZone={seller.store.timeZone} locale={words.locale} />,
    },
    { label: words.text("requestId"), value: <Code>{request.requestId}</Code> },
  ];
  return facts.filter((fact) => fact !== null);
}

function ErrorCode({ code }: { code: string }) {
  return (
    <a className="underline underline-offset-2" href={`/docs/errors/${encodeURIComponent(code)}`}>
      <Code>{code}</Code>
    </a>
  );
}

function Why({ told }: { told: Told }) {
  return (
    <>
      <p>{told.message}</p>
      {told.fields.length > 0 ? (
        <ul className="mt-1 grid gap-1">
          {told.fields.map(({ field, problems }) => (
            <li key={field}>
              <Code>{field}</Code> {problems.join(" ")}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

function Bodies({ details, words }: { details: RequestDetails; words: DashboardWords }) {
  return (
    <>
      <Body
        title={words.text("requestBody")}
        text={details.requestBody}
        bytes={details.requestBytes}
        none={words.text(details.requestBytes === null ? "bodyNotRead" : "bodyEmpty")}
        words={words}
      />
      <Body
        title={words.text("answerBody")}
        text={details.responseBody}
        bytes={details.responseBytes}
        none={words.text("bodyEmpty")}
        words={words}
      />
      <p className="mt-4 max-w-[68ch] text-label text-ink-2">{words.text("bodiesMasked", retainedDays())}</p>
    </>
  );
}

type BodyProps = {
  title: string;
  text: string | null;
  bytes: number | null;
  none: string;
  words: DashboardWords;
};

function Body({ title, text, bytes, none, words }: BodyProps) {
  const isCut = text !== null && (text.length >= bodyMax || (bytes ?? 0) > readMax);
  return (
    <Section
      title={title}
      aside={isCut ? words.text("bodyCut", { bytes: String(bytes ?? 0), shown: String(text.length) }) : null}
    >
      <div className="pt-4">
        {text ? <CodeBlock label={title}>{text}</CodeBlock> : <p className="text-ink-2">{none}</p>}
      </div>
    </Section>
  );
}

function NoBodies({ request, words }: { request: OpenedRequest; words: DashboardWords }) {
  const isRead = request.status < 400;
  const text =
    request.status === 429
      ? words.text("noBodyLimit")
      : isRead
        ? words.text("noBodyRead")
        : words.text("noBodyRetained", retainedDays());
  return (
    <Section title={words.text("requestBody")}>
      <p className="max-w-[68ch] pt-4 text-ink-2">{text}</p>
    </Section>
  );
}

const retainedDays = () => ({ days: String(systemWorld().config.retention.requests) });

async function findRequest(seller: CurrentSeller, id: string): Promise<OpenedRequest> {
  return found(readRequest(systemWorld(), seller.caller(true), id));
}
