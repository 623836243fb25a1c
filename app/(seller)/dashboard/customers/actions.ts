"use server";

import { z } from "zod";
import { shapeOf } from "@/app/_forms/fields";
import { done } from "@/lib/auth/flash";
import { fieldOf } from "@/lib/auth/form-fields";
import { idField, proofFields, sellerButton, sellerForm } from "@/lib/auth/guarded-action";
import { eraseCustomer } from "@/lib/services/desk/erase/erase-customer";
import { addCustomer, readCustomer } from "@/lib/services/people/customers/add";
import { mergeCustomers } from "@/lib/services/people/customers/merge";
import { updateCustomer } from "@/lib/services/people/customers/update";
import { wordsFor } from "../words";
import { changedCustomerFields, customerFields } from "./customer-fields";
import { customerPath, customersPath } from "./paths";

const Typed = z.object(shapeOf(customerFields));

export const addCustomerAction = sellerForm(Typed, async (seller, typed, world) => {
  const words = wordsFor(seller);
  const outcome = await addCustomer(world, seller.caller(true), typed);
  if ("added" in outcome)
    return done(
      customerPath(outcome.added.id),
      words.text("customerAdded", { customer: outcome.added.name }),
    );
  const { id, name } = outcome.known;
  return {
    to: `${customersPath}/new?${new URLSearchParams(typed)}`,
    flash: {
      tone: "bad",
      text: words.text("customerKnown", { customer: name }),
      link: { href: customerPath(id), label: words.text("openCustomer", { customer: name }) },
    },
  };
});

const Changed = z.object({ ...shapeOf(changedCustomerFields), id: idField });

export const changeCustomerAction = sellerForm(
  Changed,
  async (seller, { id, marketing, ...typed }, world) => {
    const changes = { ...readCustomer(typed), acceptsMarketing: marketing.includes("yes") };
    await updateCustomer(world, seller.caller(true), id, changes);
    return done(customerPath(id), wordsFor(seller).text("customerSaved"));
  },
);

const Blocking = z.object({ id: idField, status: z.enum(["active", "blocked"]) });

export const blockCustomerAction = sellerButton(
  customersPath,
  Blocking,
  async (seller, { id, status }, world) => {
    const { row } = await updateCustomer(world, seller.caller(true), id, { status });
    return done(customerPath(id), wordsFor(seller).text(`nowCustomer_${status}`, { customer: row.name }));
  },
);

const Erased = z.object({ id: idField, ...proofFields });

export const eraseCustomerAction = sellerForm(Erased, async (seller, { id, ...proof }, world) => {
  await eraseCustomer(world, seller.caller(true), id, proof);
  return done(customerPath(id), wordsFor(seller).text("erasedNow"));
});

const Two = z.object({ id: idField, with: idField });

export async function mergeCustomersAction(form: FormData): Promise<void> {
  const id = fieldOf(form, "id");
  const back = /^\d{1,9}$/.test(id) ? customerPath(Number(id)) : customersPath;
  return sellerButton(back, Two, async (seller, { id: keepId, with: mergedId }, world) => {
    const { row } = await mergeCustomers(world, seller.caller(true), { keepId, mergedId });
    return done(customerPath(row.id), wordsFor(seller).text("merged", { customer: row.name }));
  })(form);
}
