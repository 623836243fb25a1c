"use server";

import { z } from "zod";
import { idField, sellerButton, sellerForm } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { isCivilDate } from "@/lib/domain/civil-date";
import { isInterval } from "@/lib/domain/interval";
import { Invalid, say } from "@/lib/domain/refusal";
import { type SentForm, sentText } from "@/lib/resources/form-fields";
import { type InvoiceChannel, invoiceChannels } from "@/lib/resources/invoice-input";
import { changeRecurring, createRecurring } from "@/lib/services/billing/recurring/recurring";
import { wordsFor } from "../../words";
import type { MoreRows } from "../actions";
import { dueDaysIn, inFormWords, readInvoiceBody, type SentInvoice } from "../read-body";
import { dayText } from "../words";
import { recurringPath } from "./words";

const Sent: SentInvoice = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
const Change = z.object({ id: idField, change: z.enum(["pause", "resume", "end"]) });

export const createRecurringAction = sellerForm<SentInvoice, MoreRows>(Sent, async (seller, sent, world) => {
  if (typeof sent.more === "string") return { result: { rows: Number(sent.more) } };
  try {
    const schedule = scheduleIn(sent);
    const body = await readInvoiceBody(sent, seller);
    const row = await createRecurring(world, seller.caller(true), { ...schedule, body });
    const words = wordsFor(seller);
    const values = { customer: row.customerName, day: dayText(row.startsOn, words) };
    return done(`${recurringPath}/${row.id}`, words.text("recurringSaved", values));
  } catch (error) {
    throw inFormWords(error, sent, seller);
  }
});

/** When and how the invoices go out. Throws Invalid. */
function scheduleIn(sent: SentForm) {
  const [startsOn, endsOn, times, interval] = ["startsOn", "endsOn", "times", "interval"].map((name) =>
    sentText(sent, name),
  ) as [string, string, string, string];
  if (!isCivilDate(startsOn)) throw new Invalid({ startsOn: [say("date_shape")] });
  if (endsOn !== "" && !isCivilDate(endsOn)) throw new Invalid({ endsOn: [say("date_shape")] });
  if (!/^\d{0,3}$/.test(times)) throw new Invalid({ times: [say("times_range")] });
  if (!isInterval(interval)) throw new Invalid({ interval: [say("choose_repeat")] });
  return {
    startsOn,
    endsOn: endsOn || null,
    times: times === "" ? null : Number(times),
    interval,
    channels: channelsIn(sent),
    dueDays: dueDaysIn(sent),
  };
}

/** None is ticked where the invoices are to wait as drafts. Throws Invalid for one that there is not. */
function channelsIn(sent: SentForm): readonly InvoiceChannel[] {
  const parsed = z.array(z.enum(invoiceChannels)).safeParse([sent.channels ?? []].flat());
  if (!parsed.success) throw new Invalid({ channels: [say("choose_channels")] });
  return [...new Set(parsed.data)];
}

export const changeRecurringAction = sellerButton(
  recurringPath,
  Change,
  async (seller, { id, change }, world) => {
    const { endedAt } = await changeRecurring(world, seller.caller(true), id, change);
    // A press of an older page changes nothing that has ended, and says so.
    return done(`${recurringPath}/${id}`, wordsFor(seller).text(`recurringNow_${endedAt ? "end" : change}`));
  },
);
