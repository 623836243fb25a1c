import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { discardDraftAction } from "@/app/_forms/discard-draft";
import { freshForm } from "@/lib/auth/form-state";
import { draftFields, openedForField } from "@/lib/domain/opened-for";
import { atPages, formWith, html, of, search, signedIn } from "@/lib/testing/dashboard";
import { testDraft } from "@/lib/testing/invoices";
import { testStore, testWorld } from "@/lib/testing/world";
import { POST as keep } from "../drafts/route";
import InvoiceDetailPage from "./[id]/page";
import NewInvoicePage from "./new/page";
import { POST as drawPaper, GET as findPicks } from "./typing/route";

const world = atPages(testWorld());
const shop = signedIn(world);

const page = "invoices/new";

function filled(fields: Record<string, string>, opening: string = randomUUID()): FormData {
  const all = {
    [openedForField]: String(shop.store.id),
    ...{ [draftFields.page]: page, [draftFields.opening]: opening, [draftFields.turn]: "1" },
    // As the form has them all.
    ...{ customerName: "", customerEmail: "", customerPhone: "", discount: "", taxLabel: "", taxRate: "" },
    ...{ interval: "once", startsOn: "", endsOn: "", times: "", dueDays: "" },
    ...{ dueOn: "", notes: "", minPartPayment: "", "description.0": "", "quantity.0": "", "unitPrice.0": "" },
    ...fields,
  };
  return formWith(all);
}

async function sendByItself(form: FormData, headers: Record<string, string> = {}): Promise<number> {
  const request = new Request("http://localhost:3000/dashboard/drafts", { method: "POST", body: form });
  const bytes = await request.arrayBuffer();
  const type = request.headers.get("content-type") ?? "";
  const again = new Request(request.url, {
    method: "POST",
    body: bytes,
    headers: { "content-type": type, "content-length": String(bytes.byteLength), ...headers },
  });
  return (await keep(again)).status;
}

test("what the page sends by itself is there when it is opened again, until it is discarded", async () => {
  const form = filled({ customerName: "Half Written", password: "secret", "description.0": "Goat milk" });
  expect(await sendByItself(form)).toBe(204);
  const back = await html(NewInvoicePage());
  for (const part of ["Half Written", "Goat milk", "What you typed is back", "Discard and start again"])
    expect(back).toContain(part);
  const row = await world.db.formDraft.findFirstOrThrow();
  expect(JSON.stringify(row.fields)).not.toContain("secret");
  await expect(discardDraftAction(filled({}))).rejects.toThrow("NEXT_REDIRECT");
  expect(await html(NewInvoicePage())).not.toContain("Half Written");
});

test("without script the button keeps it; saved, it is kept no more, whatever still arrives", async () => {
  const opening = randomUUID();
  const before = await world.db.invoice.count();
  const later = filled({ customerName: "For later", [draftFields.keep]: "yes" }, opening);
  await expect(NewInvoicePage.send(freshForm, later)).rejects.toThrow("NEXT_REDIRECT");
  expect(await world.db.invoice.count()).toBe(before);
  expect(await html(NewInvoicePage())).toContain("For later");
  const whole = filled(
    { customerName: "Whole", "description.0": "Goat milk", "unitPrice.0": "700" },
    opening,
  );
  await expect(NewInvoicePage.send(freshForm, whole)).rejects.toThrow("NEXT_REDIRECT");
  expect(await world.db.invoice.count()).toBe(before + 1);
  expect(await sendByItself(filled({ customerName: "Too late" }, opening))).toBe(204);
  expect(await html(NewInvoicePage())).not.toContain("What you typed is back");
});

test("a form of another store, or of no page of ours, is not kept", async () => {
  const other = await testStore(world);
  expect(await sendByItself(filled({ [openedForField]: String(other.store.id) }))).toBe(409);
  for (const strange of ["//evil.example", "../x", "a".repeat(30), ""])
    expect(await sendByItself(filled({ [draftFields.page]: strange }))).toBe(422);
  expect(await sendByItself(filled({}), { "content-length": "9000000" })).toBe(413);
});

test("a picked customer and product bring what belongs to them, and what was typed stays", async () => {
  const now = world.clock.now();
  const times = { customerSince: now, createdAt: now, updatedAt: now };
  const who = { name: "Amina Okello", phone: "+256772123456", email: "amina@example.com" };
  await world.db.customer.create({
    data: { accountId: shop.accountId, livemode: true, source: "manual", ...who, ...times },
  });
  const label = "Amina Okello · +256772123456 · amina@example.com";
  expect(await html(NewInvoicePage())).toContain(`<option value="${label}"`);
  const found = await findPicks(new Request("http://localhost:3000/dashboard/invoices/typing?customer=0772"));
  expect(await found.text()).toContain(`<option value="${label}" data-fill="`);
  const gold = shop.products[0];
  const form = filled({
    ...{ customerName: label, "description.0": gold.name, "description.1": gold.name, "quantity.1": "2" },
    ...{ "unitPrice.1": "40,000", discount: "10 %" },
  });
  await expect(NewInvoicePage.send(freshForm, form)).rejects.toThrow("NEXT_REDIRECT");
  const made = await world.db.invoice.findFirstOrThrow({ orderBy: { id: "desc" }, include: { items: true } });
  expect(made).toMatchObject({
    ...{ customerName: "Amina Okello", customerPhone: who.phone, customerEmail: who.email },
    // 50,000 of the catalogue and twice 40,000 as typed, less a tenth.
    ...{ subtotalMinor: 130_000n, discountMinor: 13_000n, totalMinor: 117_000n },
  });
});

test("a phone or an e-mail that is typed in the customer's place is that, and not only a name", async () => {
  const made = async (customerName: string, more: Record<string, string> = {}) => {
    const line = { "description.0": "Milk", "unitPrice.0": "500" };
    const form = filled({ customerName, ...line, ...more });
    await expect(NewInvoicePage.send(freshForm, form)).rejects.toThrow("NEXT_REDIRECT");
    return world.db.invoice.findFirstOrThrow({ orderBy: { id: "desc" } });
  };
  for (const typed of ["0772 999888", "+256772999888"])
    expect(await made(typed)).toMatchObject({ customerPhone: "+256772999888", customerEmail: null });
  expect(await made("Ruth@Example.com")).toMatchObject({ customerEmail: expect.stringMatching(/^ruth@/i) });
  expect(await made("0772 999888", { customerPhone: "0772 111222" })).toMatchObject({
    customerPhone: "+256772111222",
  });
  expect(await made("Shop 24")).toMatchObject({ customerName: "Shop 24", customerPhone: null });
  // Somebody who is known by it has a name.
  expect(await made("0772 123456")).toMatchObject({
    ...{ customerName: "Amina Okello", customerPhone: "+256772123456" },
    customerEmail: "amina@example.com",
  });
});

test("a share of lines that cannot be read is not said to be wrong, and more than all of them is", async () => {
  const wrong = async (fields: Record<string, string>) =>
    Object.keys((await NewInvoicePage.send(freshForm, filled(fields))).errors);
  const line = { customerName: "A", "description.0": "Milk" };
  expect(await wrong({ ...line, "unitPrice.0": "many", discount: "10 %" })).toEqual(["unitPrice.0"]);
  expect(await wrong({ ...line, "unitPrice.0": "5", discount: "110 %" })).toEqual(["discount"]);
});

test("a copy begins with everything but the day and writes nothing; another store's invoice cannot be copied", async () => {
  const invoice = await testDraft(world, shop.live, {
    ...{ customer_name: "Ben Odhiambo", due_on: "2026-03-20", notes: "Thank you", tax_rate: 18 },
  });
  const before = await world.db.invoice.count();
  const detail = await html(InvoiceDetailPage(of(invoice.id)));
  expect(detail).toContain(`href="/dashboard/invoices/new?from=${invoice.id}"`);
  const copy = await html(NewInvoicePage(search({ from: String(invoice.id) })));
  for (const part of [
    "Ben Odhiambo",
    "Thank you",
    "Borehole repair",
    'value="18"',
    `A copy of ${invoice.number}`,
  ])
    expect(copy).toContain(part);
  expect(copy).not.toContain("2026-03-20");
  expect(await world.db.invoice.count()).toBe(before);
  const stranger = await testStore(world);
  const theirs = await testDraft(world, stranger.live);
  await expect(NewInvoicePage(search({ from: String(theirs.id) }))).rejects.toThrow(
    "NEXT_HTTP_ERROR_FALLBACK;404",
  );
});

test("the paper follows what is typed, leaves out what cannot be read, and saves nothing", async () => {
  const before = await world.db.formDraft.count();
  const paperOf = async (fields: Record<string, string>, currency = "UGX") => {
    const body = new URLSearchParams({
      customerName: "Ben <Odhiambo>",
      "description.0": "Pump",
      ...fields,
    }).toString();
    const answer = await drawPaper(
      new Request(`http://localhost:3000/dashboard/invoices/typing?title=INV-1&currency=${currency}`, {
        ...{ method: "POST", body },
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          "content-length": String(body.length),
        },
      }),
    );
    return answer.ok ? answer.text() : answer.status;
  };
  const line = { "quantity.0": "2", "unitPrice.0": "40,000" };
  const paper = await paperOf({ ...line, "unitPrice.1": "many", taxRate: "18", dueOn: "2026-04-01" });
  for (const part of ["Ben &lt;Odhiambo&gt;", "2 × UGX 40,000", "UGX 94,400", "1 Apr 2026"])
    expect(paper).toContain(part);
  expect(await paperOf({ ...line, interval: "month", startsOn: "2026-05-02" })).toContain("2 May 2026");
  expect(await paperOf({})).toContain("UGX 0");
  expect(await paperOf({ ...line, discount: "900,000" })).toBe(422);
  expect(await paperOf(line, "gold")).toBe(422);
  expect(await world.db.formDraft.count()).toBe(before);
});
