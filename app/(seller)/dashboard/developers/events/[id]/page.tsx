import { notFound } from "next/navigation";
import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { ModeTag } from "@/components/dashboard/mode-tag";
import { Button } from "@/components/ui/button";
import { Code, CodeBlock } from "@/components/ui/code";
import { EmptyState } from "@/components/ui/empty-state";
import { Facts } from "@/components/ui/facts";
import { PageHeader, Section } from "@/components/ui/page-header";
import { Timestamp } from "@/components/ui/timestamp";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { NotFound } from "@/lib/domain/refusal";
import { may } from "@/lib/domain/roles";
import { systemWorld } from "@/lib/services/desk/system-world";
import { readEvent } from "@/lib/services/hooks/events/read";
import { onlyReaders } from "../../../only-readers";
import { SellerPage } from "../../../seller-page";
import { sellerWithWords, titled } from "../../../words";
import { developerGate } from "../../gate";
import { type Mode, modeOf } from "../../mode";
import { resendAction } from "../actions";
import { eventsPath } from "../paths";
import { DeliverySection } from "./delivery-section";
import { pageOf } from "./page-of";

export const generateMetadata = titled("event");

type EventDetails = Awaited<ReturnType<typeof readEvent>>;

export default onlyReaders("events", EventPage);

async function EventPage(props: {
  params: Promise<{ id: string }>;
  searchParams: Promise<{ mode?: string }>;
}) {
  const { seller, words } = await sellerWithWords();
  const mode = modeOf((await props.searchParams).mode);
  const event = await findEvent(seller, mode, (await props.params).id);
  const canSend = developerGate(seller) === null && may(seller.role, "event.resend");
  const moment = (at: Date) => <Timestamp at={at} timeZone={seller.store.timeZone} locale={words.locale} />;
  return (
    <SellerPage
      seller={seller}
      section="events"
      here={event.type}
      test={mode === "test" ? { liveHref: `${eventsPath}?mode=live` } : null}
    >
      <PageHeader
        title={
          <>
            {event.type} <ModeTag mode={mode} words={words} />
          </>
        }
        actions={canSend ? <ResendAll event={event} mode={mode} words={words} /> : null}
      />
      <Facts
        items={[
          { label: words.text("event"), value: <Code>{event.id}</Code> },
          { label: words.text("eventAbout"), value: <About event={event} mode={mode} /> },
          { label: words.text("eventHappened"), value: moment(event.occurredAt) },
          { label: words.text("eventRecorded"), value: moment(event.createdAt) },
        ]}
      />
      {event.deliveries.map((delivery) => (
        <DeliverySection
          key={delivery.endpointId}
          delivery={delivery}
          mode={mode}
          canSend={canSend && event.deliveries.length > 1}
          timeZone={seller.store.timeZone}
          words={words}
          now={systemWorld().clock.now()}
        />
      ))}
      {event.deliveries.length === 0 ? (
        <Section title={words.text("deliveries")}>
          <EmptyState sentence={words.text("noDelivery", { type: event.type })} />
        </Section>
      ) : null}
      <Section title={words.text("eventBody")} aside={words.text("eventBodyMeans")}>
        <div className="pt-4">
          <CodeBlock label={words.text("eventBody")}>
            {inLines(event.payload, may(seller.role, "subscription.cancel"))}
          </CodeBlock>
        </div>
      </Section>
    </SellerPage>
  );
}

/** The thing itself, where the dashboard has a page of it. */
function About({ event, mode }: { event: EventDetails; mode: Mode }) {
  const href = pageOf(event.objectId, mode);
  const name = <Code>{event.objectId}</Code>;
  if (href === null) return name;
  return (
    <a className="underline underline-offset-2" href={href}>
      {name}
    </a>
  );
}

function ResendAll(props: { event: EventDetails; mode: Mode; words: DashboardWords }) {
  const { event, mode, words } = props;
  return (
    <ActionForm to={{ action: resendAction, fields: { mode, event: event.id } }}>
      <Button>{words.text(event.deliveries.length > 1 ? "sendAgainAll" : "sendEventAgain")}</Button>
    </ActionForm>
  );
}

async function findEvent(seller: CurrentSeller, mode: Mode, id: string): Promise<EventDetails> {
  try {
    return await readEvent(systemWorld(), seller.caller(mode === "live"), id);
  } catch (error) {
    if (error instanceof NotFound) notFound();
    throw error;
  }
}

/** A manage link acts for the subscriber, so it is hidden from people who may not act for customers. */
function inLines(payload: string, mayAct: boolean): string {
  const whole = JSON.stringify(JSON.parse(payload), null, 2);
  return mayAct ? whole : whole.replace(/\/manage\/[0-9A-Za-z.]+/g, "/manage/…");
}
