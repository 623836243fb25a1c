import { oneFound, oneOf, period, spanOf, textOf, type Values } from "@/app/_lists/filters";
import { EventRow } from "@/components/dashboard/deliveries";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { StoreForm } from "@/components/dashboard/store-form";
import { type EmptyStateProps, Section } from "@/components/ui/blocks";
import { Button, ButtonLink } from "@/components/ui/button";
import { Select } from "@/components/ui/field";
import { eventTypes } from "@/lib/domain/event-types";
import { listEvents } from "@/lib/services/hooks/events/read";
import { listEndpoints } from "@/lib/services/hooks/webhooks/endpoint";
import { sellerListPage } from "../../seller-list";
import { Allowed } from "../../seller-page";
import { type AtStore, titled } from "../../words";
import { developerGate, eventPath, eventsPath, type Mode, modeTabs } from "../developer-page";
import { eventState, lastCode } from "../words";
import { resendMissedAction } from "./actions";

export const generateMetadata = titled("events");

const deliveries = ["pending", "succeeded", "failed", "skipped"] as const;

const filters = {
  mode: modeTabs,
  type: oneOf("eventType", eventTypes, null),
  delivery: oneOf("delivery", deliveries, (delivery) => `delivery_${delivery}`),
  endpoint: oneFound("endpoint"),
  object: textOf("aboutObject", (typed) => typed.trim().slice(0, 100)),
  code: textOf("answerCode", (typed) => (/^[1-5]\d\d$/.test(typed.trim()) ? typed.trim() : "")),
  ...period,
};

function none({ words }: AtStore, { mode }: Values<typeof filters>): EmptyStateProps {
  return mode === "test"
    ? {
        sentence: words.text("noTestEvent"),
        action: <ButtonLink href="/dashboard/developers/test-mode">{words.text("openTestMode")}</ButtonLink>,
      }
    : {
        sentence: words.text("noLiveEvent"),
        action: <ButtonLink href={`${eventsPath}?mode=test`}>{words.text("seeTestEvents")}</ButtonLink>,
      };
}

/** The event log. It stays readable when developer access is off; only resending is closed then. */
export default sellerListPage("events", {
  path: eventsPath,
  filters,
  choices: async ({ world, seller }, { mode }) => {
    const endpoints = await listEndpoints(world, seller.caller(mode === "live"));
    return { endpoint: endpoints.map(({ id, url }) => ({ value: String(id), label: url })) };
  },
  read: async (who, values, page) => {
    const { world, seller } = who;
    const { mode, type, delivery, endpoint, object, code } = values;
    const wanted = {
      ...spanOf(who, values),
      ...(object ? { objectId: object } : {}),
      ...(code ? { code: Number(code) } : {}),
      ...(type ? { type } : {}),
      ...(delivery ? { status: delivery } : {}),
      ...(endpoint ? { endpointId: Number(endpoint) } : {}),
    };
    const found = await listEvents(world, seller.caller(mode === "live"), wanted, page);
    return { ...found, rows: found.rows.map((row) => ({ ...row, href: eventPath(row.id, mode) })) };
  },
  head: ({ words }) => ({ title: words.text("events"), purpose: words.text("eventsPurpose") }),
  item: (event, { timeZone, words, now }) => (
    <EventRow
      event={{
        ...{ ...event, delivery: eventState(event.deliveries), at: event.occurredAt },
        code: lastCode(event.deliveries),
      }}
      {...{ timeZone, words, now }}
    />
  ),
  empty: { noneMatches: "noEventMatches", pastTheEnd: "pastTheEnd", none },
  below: ({ seller, words }, { mode }) =>
    developerGate(seller) ? null : (
      <Allowed seller={seller} act="event.resend">
        <ResendMissed mode={mode} words={words} />
      </Allowed>
    ),
});

/** After an outage: resends everything that did not arrive. */
function ResendMissed({ mode, words }: { mode: Mode; words: DashboardWords }) {
  return (
    <Section title={words.text("resendMissed")}>
      <p className="max-w-[68ch] py-4 text-ink-2">{words.text("resendMissedMeans")}</p>
      <StoreForm action={resendMissedAction} className="flex flex-wrap items-end gap-3">
        <input type="hidden" name="mode" value={mode} />
        <Select
          name="since"
          label={words.text("resendFrom")}
          defaultValue="24"
          options={[
            { value: "1", label: words.text("last1") },
            { value: "24", label: words.text("last24") },
            { value: "72", label: words.text("last72") },
            { value: "240", label: words.text("last240") },
          ]}
        />
        <Button>{words.text("sendEventAgain")}</Button>
      </StoreForm>
    </Section>
  );
}
