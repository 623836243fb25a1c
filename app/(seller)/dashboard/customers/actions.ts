"use server";

import { z } from "zod";
import { idField, sellerButton } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { stopCustomerWhatsapp } from "@/lib/services/notify/whatsapp/consent";
import { mergeCustomers } from "@/lib/services/people/customers/merge";
import { updateCustomer } from "@/lib/services/people/customers/update";
import { backTo, buttonsOf } from "../buttons";
import { customerPath, customersPath } from "../paths";
import { wordsFor } from "../words";

const Blocking = z.object({ id: idField, status: z.enum(["active", "blocked"]) });

export const blockCustomerAction = sellerButton(
  customersPath,
  Blocking,
  async (seller, { id, status }, world) => {
    const words = wordsFor(seller);
    const { row } = await updateCustomer(world, seller.caller(true), id, { status });
    return done(customerPath(id), words.text(`nowCustomer_${status}`, { customer: words.named(row.name) }));
  },
);

export const stopWhatsappAction = buttonsOf(
  idField,
  customerPath,
  customersPath,
)(stopCustomerWhatsapp, "whatsappStopped");

const Two = z.object({ id: idField, with: idField });

export const mergeCustomersAction = sellerButton(
  backTo(idField, customerPath, customersPath),
  Two,
  async (seller, { id: keepId, with: mergedId }, world) => {
    const words = wordsFor(seller);
    const { row } = await mergeCustomers(world, seller.caller(true), { keepId, mergedId });
    return done(customerPath(row.id), words.text("merged", { customer: words.named(row.name) }));
  },
);
