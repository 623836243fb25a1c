import type { Prisma } from "@/lib/db/client";
import type { FiscalAnswer, Signature } from "@/lib/domain/fiscal";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { authorityOf, type DeviceRow } from "./device";
import { lockDevice } from "./gather";

// What an authority's answer makes of a document, of its device, and of what people are told.

/** After so many calls without an answer; then once an hour. */
const pausesMs = [10, 30, 60, 300, 900, 1_800, 3_600].map((seconds) => seconds * 1_000);
/** From then on the owner is told. */
const silentMs = 60 * 60_000;
/** Numbers of somebody else's that are passed over before a person has to look. */
const takenMax = 50;

/** `next`: the queue goes on. `stop`: the device waits. */
export type Outcome = "signed" | "next" | "stop";

export type Sent = Prisma.FiscalDocumentGetPayload<object>;

/** Writes down what came of it, in one transaction with what follows for the device and for people. */
export function record(
  world: World,
  device: DeviceRow,
  document: Sent,
  answer: FiscalAnswer,
): Promise<Outcome> {
  return transact(world, async (unit) => {
    await lockDevice(unit.tx, device.id);
    switch (answer.kind) {
      case "signed":
        return sign(unit, device, document, answer);
      case "exists":
        return exists(unit, device, document, answer);
      case "refused":
        return refuse(unit, device, document, answer);
      default:
        return stop(unit, device, document, answer);
    }
  });
}

/** The document as long as it waits with these bytes. */
const stillSo = ({ id, deviceId, number }: Sent) => ({ id, deviceId, number, status: "queued" });

/** Never back: numbers that were taken stay so. */
const countTo = (tx: Unit["tx"], { deviceId: id }: Sent, lastNumber: number) =>
  tx.fiscalDevice.updateMany({ where: { id, lastNumber: { lt: lastNumber } }, data: { lastNumber } });

/** It answered, whatever it said. */
async function hear(unit: Unit, { id, storeId, silentSince }: DeviceRow): Promise<void> {
  const data = { failures: 0, silentSince: null, problemCode: null, problemWords: null };
  await unit.tx.fiscalDevice.update({ where: { id }, data });
  const subject = `fiscal_device/${id}`;
  if (silentSince) await unit.resolveTasks({ storeId, kind: "fiscal_silent", subject });
}

async function sign(
  unit: Unit,
  device: DeviceRow,
  document: Sent,
  signature: Signature | null,
): Promise<Outcome> {
  const { tx, now, world } = unit;
  const { id, deviceId, number, storeId } = document;
  const signed = signature && {
    ...{ receiptNumber: signature.receiptNumber, internalData: signature.internalData },
    ...{ signature: signature.signature, signedAt: signature.signedAt ?? now },
    url: authorityOf(world, device.kind).urlOf(device, signature.signature),
  };
  const { count } = await tx.fiscalDocument.updateMany({
    // Whoever was told that it exists, while the signature was on its way to another process, is corrected.
    where: { id, deviceId, number, OR: [{ status: "queued" }, { status: "signed", signature: null }] },
    data: {
      ...{ status: "signed", controlUnit: device.controlUnit || null, signedAt: now },
      ...{ errorCode: null, errorWords: null, ...signed },
    },
  });
  if (count === 0) return "next";
  await hear(unit, device);
  await countTo(tx, document, number ?? 0);
  const answered = { in: ["fiscal_refused", "fiscal_unknown"] };
  await unit.resolveTasks({ storeId, kind: answered, subject: `fiscal/${id}` });
  return "signed";
}

/**
 * The number is there already. If these bytes went out before, it is this document, whose answer was lost: it counts as
 * signed, and where its signature cannot be had again a person is told. Else somebody else's program took the number.
 */
async function exists(
  unit: Unit,
  device: DeviceRow,
  document: Sent,
  answer: Extract<FiscalAnswer, { kind: "exists" }>,
): Promise<Outcome> {
  const { tx } = unit;
  const { id, storeId, number } = document;
  if (document.numberAttempts > 1 || answer.signature) {
    const outcome = await sign(unit, device, document, answer.signature);
    if (answer.signature || outcome !== "signed") return outcome;
    const { code: errorCode, words: errorWords } = answer;
    await tx.fiscalDocument.update({ where: { id }, data: { errorCode, errorWords } });
    await unit.raiseTask({
      ...{ storeId, kind: "fiscal_unread", subject: `fiscal/${id}` },
      details: { order: await orderNumber(tx, document), number: String(number) },
    });
    return outcome;
  }
  if (document.attemptsMade >= takenMax) return refuse(unit, device, document, answer);
  const free = { number: null, payload: null, numberAttempts: 0 };
  const { count } = await tx.fiscalDocument.updateMany({ where: stillSo(document), data: free });
  if (count > 0) await countTo(tx, document, number ?? 0);
  return "next";
}

/** Its number is the next one's: an authority that wants numbers in a row gets them so. */
async function refuse(
  unit: Unit,
  device: DeviceRow,
  document: Sent,
  { code, words }: { code: string; words: string },
): Promise<Outcome> {
  const { tx } = unit;
  const { id, storeId } = document;
  const free = { number: null, payload: null, numberAttempts: 0 };
  const data = { ...free, status: "refused", errorCode: code, errorWords: words };
  const { count } = await tx.fiscalDocument.updateMany({ where: stillSo(document), data });
  await hear(unit, device);
  if (count === 0) return "next";
  await unit.resolveTasks({ storeId, kind: "fiscal_unknown", subject: `fiscal/${id}` });
  await unit.raiseTask({
    ...{ storeId, kind: "fiscal_refused", subject: `fiscal/${id}` },
    details: { order: await orderNumber(tx, document), code, words: words || code },
  });
  return "next";
}

/** Nobody answered, or the device itself is refused: it keeps its number, and all behind it wait. */
async function stop(
  unit: Unit,
  device: DeviceRow,
  document: Sent,
  { kind, code, words }: Extract<FiscalAnswer, { kind: "no_answer" | "device_refused" }>,
): Promise<Outcome> {
  const { tx, now } = unit;
  const { id, storeId } = device;
  const problem = { problemCode: code, problemWords: words, leasedUntil: null };
  const details = { code, words: words || code };
  if (kind === "device_refused") {
    await hear(unit, device);
    // It took nothing, so that "it exists" would not mean this one.
    if (document.numberAttempts > 0)
      await tx.fiscalDocument.updateMany({
        where: stillSo(document),
        data: { numberAttempts: { decrement: 1 } },
      });
    await tx.fiscalDevice.updateMany({
      where: { id, state: "connected" },
      data: { ...problem, state: "paused", nextAttemptAt: null },
    });
    await unit.raiseTask({ storeId, kind: "fiscal_device", subject: `fiscal_device/${id}`, details });
    return "stop";
  }
  const failures = device.failures + 1;
  const silentSince = device.silentSince ?? now;
  const pause = pausesMs[Math.min(failures, pausesMs.length) - 1] ?? 0;
  const nextAttemptAt = new Date(now.getTime() + pause);
  await tx.fiscalDevice.updateMany({
    where: { id, state: "connected" },
    data: { ...problem, failures, silentSince, nextAttemptAt },
  });
  const task = { storeId, kind: "fiscal_silent", subject: `fiscal_device/${id}`, details };
  if (now.getTime() - silentSince.getTime() >= silentMs) await unit.raiseTask({ ...task, polled: true });
  return "stop";
}

async function orderNumber(tx: Unit["tx"], { orderId }: Sent): Promise<string> {
  const { number } = await tx.order.findUniqueOrThrow({ where: { id: orderId }, select: { number: true } });
  return number;
}
