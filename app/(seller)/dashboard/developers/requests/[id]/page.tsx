import { found } from "@/app/service-name";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { ModeTag } from "@/components/dashboard/mode-tag";
import { facts, TextLink } from "@/components/dashboard/pieces";
import { type FactItem, Facts, Section, StatusMark, Timestamp } from "@/components/ui/blocks";
import { Code, CodeBlock } from "@/components/ui/copy-button";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { mayRead } from "@/lib/domain/roles";
import { systemWorld } from "@/lib/services/desk/system-world";
import { bodyMax, readMax } from "@/lib/services/hooks/request-log/log-request";
import { type OpenedRequest, type RequestDetails, readRequest } from "@/lib/services/hooks/request-log/read";
import { requestsPath } from "../../../paths";
import { NotShown, SellerPage, sellerPage } from "../../../seller-page";
import { titled } from "../../../words";
import { toneOf } from "../../developer-page";
import { type Told, toldBy } from "../../words";

export const generateMetadata = titled("request");

/** One request to the API: what was asked, what was answered and why. */
export default sellerPage("requests", async (who, { id }) => {
  const { seller, words } = who;
  if (!mayRead(seller.role, "requests")) {
    return (
      <SellerPage {...who}>
        <NotShown title={words.text("requests")} words={words} />
      </SellerPage>
    );
  }
  const request = await found(readRequest(systemWorld(), seller.caller(true), id));
  const mode = request.livemode ? "live" : "test";
  const { details } = request;
  return (
    <SellerPage
      {...who}
      here={`${request.method} ${request.path}`}
      test={mode === "test" ? { liveHref: `${requestsPath}?mode=live` } : null}
      title={
        <>
          <span className="wrap-anywhere">{`${request.method} ${request.path}`}</span>{" "}
          <ModeTag mode={mode} words={words} />
        </>
      }
    >
      <Facts items={factsOf(request, seller, words)} />
      {details ? <Bodies details={details} words={words} /> : <NoBodies request={request} words={words} />}
    </SellerPage>
  );
});

function factsOf(request: OpenedRequest, seller: CurrentSeller, words: DashboardWords): FactItem[] {
  const { details, status, keyName, keyLast4 } = request;
  const told = toldBy(details?.responseBody ?? null);
  return facts(words, {
    answer: <StatusMark tone={toneOf(status)} word={String(status)} />,
    errorCode: told?.code && <ErrorCode code={told.code} />,
    errorMessage: told && <Why told={told} />,
    requestQuery: details?.query && <Code>{details.query}</Code>,
    apiKey: (
      <>
        <bdi>{keyName ?? words.text("deletedKey")}</bdi> {keyLast4 ? <Code>{`…${keyLast4}`}</Code> : null}
      </>
    ),
    requestAddress: details?.address && <Code>{details.address}</Code>,
    took: `${request.durationMs} ms`,
    time: <Timestamp at={request.createdAt} timeZone={seller.store.timeZone} locale={words.locale} isExact />,
    requestId: <Code>{request.requestId}</Code>,
  });
}

function ErrorCode({ code }: { code: string }) {
  return (
    <TextLink href={`/docs/errors/${encodeURIComponent(code)}`}>
      <Code>{code}</Code>
    </TextLink>
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
