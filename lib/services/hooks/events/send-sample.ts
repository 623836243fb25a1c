import type { ChoosableEventType } from "@/lib/domain/event-types";
import { composeId } from "@/lib/domain/token";
import { sampleEventData } from "@/lib/resources/test-event";
import { requireTestMode } from "@/lib/services/billing/test-mode/start-subscription";
import { transact } from "@/lib/services/core/unit";
import type { Caller, World } from "@/lib/services/core/world";
import { readTestEvent, type SignedEvent } from "./listen";
import type { TestSource } from "./send-test-payment";

/**
 * Publishes an event of this type about a sample object, to the store's test endpoints and to listeners: test mode has
 * no real orders or invoices. Nothing else is written. Throws Refusal `test_mode_off`.
 */
export async function sendSampleEvent(
  world: World,
  caller: Caller,
  type: ChoosableEventType,
): Promise<SignedEvent> {
  const { storeId } = caller;
  const objectId = composeId("sample_", world.clock.now().getTime(), world.random.bytes(24));
  await transact(world, async (unit) => {
    await requireTestMode(unit, caller);
    unit.emit({
      ...{ type, storeId, livemode: false, objectId, sequence: 1, dedupeKey: objectId },
      at: unit.now,
      data: sampleEventData(type),
    });
  });
  const { id } = await world.db.event.findUniqueOrThrow({
    where: { dedupeKey: objectId },
    select: { id: true },
  });
  return readTestEvent(world, caller, id);
}

const eachMax = 25;

/** The newest products, links and open invoices of the store that a payment without a subscription can be for. */
export async function listTestSources(
  world: World,
  { storeId }: Caller,
): Promise<(TestSource & { name: string })[]> {
  const newest = { orderBy: { id: "desc" }, take: eachMax } as const;
  const { totalMinor } = world.db.invoice.fields;
  const [products, links, invoices] = await Promise.all([
    world.db.product.findMany({ where: { storeId, interval: null, status: "active" }, ...newest }),
    world.db.paymentLink.findMany({ where: { storeId, deletedAt: null }, ...newest }),
    world.db.invoice.findMany({
      where: { storeId, livemode: true, cancelledAt: null, paidMinor: { lt: totalMinor } },
      ...newest,
    }),
  ]);
  return [
    ...products.map(({ id, name }) => ({ kind: "product" as const, id, name })),
    ...links.map(({ id, title }) => ({ kind: "link" as const, id, name: title })),
    ...invoices.map(({ id, number }) => ({ kind: "invoice" as const, id, name: number })),
  ];
}
