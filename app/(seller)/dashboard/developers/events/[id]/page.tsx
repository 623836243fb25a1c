import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ActionForm } from "@/components/dashboard/action-form";
import { ModeTag } from "@/components/dashboard/mode-tag";
import { Button } from "@/components/ui/button";
import { Code, CodeBlock } from "@/components/ui/code";
import { EmptyState } from "@/components/ui/empty-state";
import { Facts } from "@/components/ui/facts";
import { PageHeader, Section } from "@/components/ui/page-header";
import { Timestamp } from "@/components/ui/timestamp";
import { type CurrentSeller, currentSeller } from "@/lib/auth/current-seller";
import { NotFound } from "@/lib/domain/refusal";
import { may } from "@/lib/domain/roles";
import { readEvent } from "@/lib/services/events/read";
import { systemWorld } from "@/lib/services/system-world";
import { SellerPage } from "../../../seller-page";
import { developerGate } from "../../gate";
import { type Mode, modeOf } from "../../mode";
import { resendAction } from "../actions";
import { eventsPath } from "../paths";
import { DeliverySection } from "./delivery-section";

export const metadata: Metadata = { title: "Event" };

type EventDetails = Awaited<ReturnType<typeof readEvent>>;

export default async function EventPage(props: {
  params: Promise<{ id: string }>;
  searchParams: Promise<{ mode?: string }>;
}) {
  const seller = await currentSeller();
  const mode = modeOf((await props.searchParams).mode);
  const event = await findEvent(seller, mode, (await props.params).id);
  const canSend = developerGate(seller) === null && may(seller.role, "event.resend");
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
            {event.type} <ModeTag mode={mode} />
          </>
        }
        actions={canSend ? <ResendAll event={event} mode={mode} /> : null}
      />
      <Facts
        items={[
          { label: "Event", value: <Code>{event.id}</Code> },
          { label: "About", value: <Code>{event.objectId}</Code> },
          { label: "Happened", value: <Timestamp at={event.occurredAt} timeZone={seller.store.timeZone} /> },
          { label: "Recorded", value: <Timestamp at={event.createdAt} timeZone={seller.store.timeZone} /> },
        ]}
      />
      {event.deliveries.map((delivery) => (
        <DeliverySection
          key={delivery.endpointId}
          delivery={delivery}
          mode={mode}
          canSend={canSend}
          timeZone={seller.store.timeZone}
          now={systemWorld().clock.now()}
        />
      ))}
      {event.deliveries.length === 0 ? (
        <Section title="Deliveries">
          <EmptyState
            sentence={`No ${mode} endpoint took ${event.type} when it happened. Add one, then send the event to it from here.`}
          />
        </Section>
      ) : null}
      <Section title="Body" aside="The exact bytes are signed and sent; here they are laid out in lines.">
        <div className="pt-4">
          <CodeBlock label="Body">{inLines(event.payload)}</CodeBlock>
        </div>
      </Section>
    </SellerPage>
  );
}

function ResendAll({ event, mode }: { event: EventDetails; mode: Mode }) {
  return (
    <ActionForm to={{ action: resendAction, fields: { mode, event: event.id } }}>
      <Button>{event.deliveries.length > 1 ? "Send again to all" : "Send again"}</Button>
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

function inLines(payload: string): string {
  return JSON.stringify(JSON.parse(payload), null, 2);
}
