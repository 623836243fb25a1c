import { z } from "zod";
import type { FormState } from "@/lib/auth/form-state";
import { done } from "@/lib/auth/sealed-cookie";
import { civilDateIn, isCivilDate } from "@/lib/domain/civil-date";
import { isInterval } from "@/lib/domain/interval";
import { Invalid, say } from "@/lib/domain/refusal";
import { type SentForm, sentText } from "@/lib/resources/form-fields";
import { type InvoiceChannel, invoiceChannels } from "@/lib/resources/invoice-input";
import { createRecurring } from "@/lib/services/billing/recurring/recurring";
import { systemWorld } from "@/lib/services/desk/system-world";
import { actPage } from "../../../act-page";
import { wordsFor } from "../../../words";
import { linesOf, recurringEditorFields } from "../../invoice-fields";
import { paperForm } from "../../paper-form";
import { dueDaysIn, endOfLines, readInvoiceBody } from "../../read-body";
import { copyOf, dayText, invoice } from "../../words";
import { recurringPath } from "../words";

const create = actPage({
  on: copyOf(invoice.find),
  may: "invoice.change",
  title: "newRecurring",
  purpose: ({ words }) => words.text("recurringPurpose"),
  go: "saveRecurring",
  keeps: ({ row }) => (row ? `invoices/recurring/new?from=${row.id}` : "invoices/recurring/new"),
  form: (about, its) => {
    const { row, words } = about;
    const { currency, timeZone } = about.seller.store;
    const today = civilDateIn(systemWorld().clock.now(), timeZone);
    return paperForm(about, its, {
      ...recurringEditorFields(words, currency, today, row ?? undefined),
      start: row ? linesOf(row, words.lang) : {},
    });
  },
  run: (seller, { form }, world) =>
    endOfLines(form, seller, async () => {
      const schedule = scheduleIn(form);
      const body = await readInvoiceBody(form, seller);
      const row = await createRecurring(world, seller.caller(true), { ...schedule, body });
      const words = wordsFor(seller);
      const values = { customer: row.customerName, day: dayText(row.startsOn, words) };
      return done(`${recurringPath}/${row.id}`, words.text("recurringSaved", values));
    }),
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

async function send(previous: FormState, form: FormData) {
  "use server";
  return create.send(previous, form);
}

export const generateMetadata = create.metadata;
export default create.page(send);
