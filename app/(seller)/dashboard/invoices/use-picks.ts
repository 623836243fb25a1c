"use client";

import { useEffect, useRef, useState } from "react";
import { type Picks, picksPath } from "./pick-types";

const pauseMs = 200;

/** The lists of the form: first as the page has them, then as they are found by what is typed. */
export function usePicks(first: Picks) {
  const [picks, setPicks] = useState(first);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function find(what: "customer" | "product", text: string) {
    const answer = await fetch(`${picksPath}?${what}=${encodeURIComponent(text)}`).catch(() => null);
    if (!answer?.ok) return;
    const found: Picks = await answer.json();
    const key = `${what}s` as const;
    setPicks((before) => ({ ...before, [key]: found[key] }));
  }

  /** Fills in what belongs to a picked text; any other text is looked for after a pause. */
  function follow(field: EventTarget) {
    if (!(field instanceof HTMLInputElement) || !field.form) return;
    const { form, name, value } = field;
    const isLine = name.startsWith("description.");
    if ((!isLine && name !== "customerName") || value.trim() === "") return;
    clearTimeout(timer.current);
    if (isLine ? fillLine(form, field, picks) : fillCustomer(form, field, picks)) return;
    timer.current = setTimeout(() => find(isLine ? "product" : "customer", value), pauseMs);
  }

  return { picks, follow };
}

function fillCustomer(form: HTMLFormElement, field: HTMLInputElement, picks: Picks): boolean {
  const picked = picks.customers.find(({ label }) => label === field.value);
  if (!picked) return false;
  field.value = picked.name || picked.label;
  set(form, "customerEmail", picked.email ?? "");
  set(form, "customerPhone", picked.phone ?? "");
  return true;
}

/** A price that was typed stays. */
function fillLine(form: HTMLFormElement, field: HTMLInputElement, picks: Picks): boolean {
  const picked = picks.products.find(({ name }) => name === field.value);
  if (!picked) return false;
  const price = field.name.replace("description", "unitPrice");
  const held = form.elements.namedItem(price);
  if (held instanceof HTMLInputElement && held.value.trim() === "") held.value = picked.price;
  return true;
}

function set(form: HTMLFormElement, name: string, value: string): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement) field.value = value;
}
