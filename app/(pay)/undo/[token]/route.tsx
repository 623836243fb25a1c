import { UndoView, type UndoViewProps } from "@/components/pay/contact-views";
import { readContactUndo, undoContactChange } from "@/lib/services/billing/subscriptions/contact-undo";
import { systemWorld } from "@/lib/services/desk/system-world";
import { readForm, tooMany } from "../../read-form";
import { nothing, type PayRequest, payRoute, show } from "../../respond";

/** The change of a contact, shown to the previous contact. Opening it changes nothing. */
export const GET = payRoute<{ token: string }>((pay, { token }) => page(pay, token, null));

/** Undoes the change. */
export const POST = payRoute<{ token: string }>(async (pay, { token }) => {
  const limited = await tooMany(pay, "undo", null);
  if (limited) return limited;
  const form = await readForm(pay.request);
  if (form?.get("act") !== "undo") return page(pay, token, null);
  return page(pay, token, await undoContactChange(systemWorld(), token));
});

async function page(
  pay: PayRequest,
  token: string,
  did: Awaited<ReturnType<typeof undoContactChange>>,
): Promise<Response> {
  const found = await readContactUndo(systemWorld(), token);
  if (!found) return nothing(pay);
  const { store, isOver, changedAt, old, now } = found;
  const state: UndoViewProps["state"] =
    did === "undone" ? "undone" : did === "taken" ? "taken" : isOver ? "over" : "open";
  return show(
    pay,
    <UndoView
      page={pay.page(store, { test: false })}
      action={pay.url.pathname}
      state={state}
      change={{ at: changedAt, old, now }}
    />,
    { status: state === "taken" ? 422 : 200 },
  );
}
