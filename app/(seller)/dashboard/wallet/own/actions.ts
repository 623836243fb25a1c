"use server";

import { z } from "zod";
import { fieldOf, takeFileOf, textOf } from "@/lib/auth/form-fields";
import type { FormState } from "@/lib/auth/form-state";
import { manyField, sellerButton, sellerForm, textField } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { Invalid, say } from "@/lib/domain/refusal";
import { checkAccount, saveAccount, setTillRefuses, setWays } from "@/lib/services/desk/own-accounts/connect";
import { readAccount } from "@/lib/services/desk/own-accounts/read";
import { keepTrial, tryAccount } from "@/lib/services/desk/own-accounts/try";
import { kindOf } from "@/lib/services/desk/rails/read-rails";
import { takeTillStatement } from "@/lib/services/money/till/statement";
import { problemText } from "@/lib/text/problem";
import { ownAccountPath, tasksPath } from "../../paths";
import { wordsFor } from "../../words";
import { keyField } from "./own";

const Typed = z
  .object({ id: keyField.optional(), rail: textField, label: textField, mode: textField.optional() })
  .catchall(z.string());

/** A secret that was typed never goes back to the page. The form's fields are named `credential.<name>`, so that they cannot clash with other fields. */
export async function saveAccountAction(previous: FormState, form: FormData): Promise<FormState> {
  const fields = kindOf(fieldOf(form, "rail"))?.fields ?? [];
  const state = await sellerForm(Typed, async (seller, { id, rail, label, mode, ...rest }, world) => {
    const credentials = Object.fromEntries(
      fields.map(({ name }) => [name, rest[`credential.${name}`] ?? ""]),
    );
    const proof = { password: rest.password ?? "", code: rest.code ?? "" };
    const input = { rail, label, livemode: mode !== "test", credentials, ...proof, ...(id && { key: id }) };
    const { key, ok } = await saveAccount(world, seller.caller(true), input);
    const kept = rail === "phone" ? "ownSavedPhone" : "ownSavedOn";
    const text = wordsFor(seller).text(ok ? kept : "ownSavedOff");
    return { to: ownAccountPath(key), flash: { tone: ok ? "ok" : "bad", text } };
  })(previous, form);
  const onPage = (name: string) =>
    fields.some((field) => field.name === name) ? `credential.${name}` : name;
  const errors = Object.entries(state.errors).map(([name, problems]) => [onPage(name), problems]);
  const secrets = new Set(fields.filter(({ kind }) => kind === "secret").map(({ name }) => onPage(name)));
  const values = Object.entries(state.values).filter(([name]) => !secrets.has(name));
  return { ...state, errors: Object.fromEntries(errors), values: Object.fromEntries(values) };
}

/** A real call that moves nothing. Why it failed is said here where the account's page does not say it. */
export async function checkAccountAction(form: FormData): Promise<void> {
  const id = fieldOf(form, "id");
  return sellerButton(ownAccountPath(id), z.object({ id: keyField }), async (seller, input, world) => {
    const { ok, detail } = await checkAccount(world, seller.caller(true), input.id);
    const { problem } = await readAccount(world, seller.caller(true), input.id);
    const words = wordsFor(seller);
    const said = detail && detail.code !== problem?.code ? problemText(words.lang, detail) : "";
    const text = words.text(ok ? "ownIsWell" : "ownIsNotWell", { said }).trim();
    return { to: ownAccountPath(input.id), flash: { tone: ok ? "ok" : "bad", text } };
  })(form);
}

export const setWaysAction = sellerForm(
  z.object({ id: keyField, ways: manyField }),
  async (seller, { id, ways }, world) => {
    await setWays(world, seller.caller(true), id, ways);
    return done(ownAccountPath(id), wordsFor(seller).text("ownWaysSaved"));
  },
);

export const setTillAction = sellerForm(
  z.object({ id: keyField, till: manyField }),
  async (seller, { id, till }, world) => {
    await setTillRefuses(world, seller.caller(true), id, till.includes("refuses"));
    return done(ownAccountPath(id), wordsFor(seller).text("tillSaved"));
  },
);

/** A small sum to oneself: the page of the account follows it; a card is asked for at the page of the attempt. */
export const tryAccountAction = sellerForm(
  z.object({ id: keyField, press: textField, customerPhone: textField, network: textField }),
  async (seller, { id: key, press, customerPhone: phone, network }, world) => {
    const words = wordsFor(seller);
    const { label } = await readAccount(world, seller.caller(true), key);
    const line = words.text("ownTryLine", { account: label });
    const asked = { key, id: press, phone, network, line, name: seller.user.name };
    const { token } = await tryAccount(world, seller.caller(true), asked);
    return { to: token ? `/attempt/${token}` : ownAccountPath(key) };
  },
);

export async function keepTrialAction(form: FormData): Promise<void> {
  const id = fieldOf(form, "id");
  return sellerButton(ownAccountPath(id), z.object({ id: keyField }), async (seller, input, world) => {
    await keepTrial(world, seller.caller(true), input.id);
    return done(ownAccountPath(id), wordsFor(seller).text("ownTryKept"));
  })(form);
}

/** The list that was downloaded at the provider: what became of its lines is said on the page. */
export async function takeTillFileAction(previous: FormState, form: FormData): Promise<FormState> {
  const file = takeFileOf(form, "file");
  return sellerForm(z.object({ id: keyField }), async (seller, { id }, world) => {
    if (!file) throw new Invalid({ file: [say("file_empty")] });
    const input = { key: id, file: await textOf(file) };
    const report = await takeTillStatement(world, seller.caller(true), input);
    const { booked, known, asked, skipped, unlisted, between } = report;
    const counts = { booked: `${booked}`, known: `${known}`, asked: `${asked}`, skipped: `${skipped}` };
    const words = wordsFor(seller);
    const link = asked > 0 ? { href: tasksPath, label: words.text("needsYou") } : undefined;
    const text = words.text("tillFileDone", counts);
    const more = [
      ...(unlisted.length > 0 ? [words.text("tillFileUnlisted", { codes: unlisted.join(", ") })] : []),
      ...(between.length > 0 ? [words.text("tillFileBetween", { codes: between.join(", ") })] : []),
    ].join(" ");
    if (more === "") return done(ownAccountPath(id), text, link);
    const look = { href: `${ownAccountPath(id)}/messages`, label: words.text("phoneMessages") };
    return done(ownAccountPath(id), `${text} ${more}`, look);
  })(previous, form);
}
