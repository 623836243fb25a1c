"use client";

import { useActionState } from "react";
import { Problems, type ProblemTitles, useFreshForm } from "@/app/_forms/field-form";
import { type FieldSpec, FormField, HiddenFields } from "@/app/_forms/form-field";
import { pressedOnce } from "@/app/_forms/pressed-once";
import { StoreForm } from "@/components/dashboard/store-form";
import { Disclosure } from "@/components/ui/blocks";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/field";
import type { FormAction, FormState } from "@/lib/auth/form-state";
import type { Language } from "@/lib/domain/languages";

interface Tile {
  id: number;
  name: string;
  price: string;
  minor: string;
  picture: string | null;
  /** How many at first. */
  count: string;
  codes: string;
}

interface CounterProps {
  action: FormAction;
  hidden: Record<string, string>;
  submit: string;
  titles: ProblemTitles;
  money: { currency: string; lang: Language };
  tiles: Tile[];
  buyers: { name: string; phone: string }[];
  phone: string;
  /** Without a product. */
  amount: string;
  ways: { value: string; label: string }[];
  more: FieldSpec[];
  texts: Record<"find" | "amount" | "less" | "how" | "phone" | "more" | "total" | "charges", string>;
}

/** Of tiles without a picture. */
const colours = ["bg-info-bg text-info", "bg-ok-bg text-ok", "bg-warn-bg text-warn", "bg-bad-bg text-bad"];
const cell =
  "flex min-h-11 cursor-pointer items-center justify-center rounded-sm border border-field px-3 text-center " +
  "has-[:checked]:border-brand has-[:checked]:bg-brand has-[:checked]:text-on-brand has-[:focus-visible]:outline-2";

/** Works without scripts by its numbers; `components/dashboard/counter.ts` makes the tiles buttons and adds up. */
export function CounterForm({ action, hidden, submit, titles, money, tiles, ...props }: CounterProps) {
  const { buyers, ways, more, texts } = props;
  const sent: FieldSpec[] = [...tiles.map(({ id }) => `n.${id}`), "amount", "customerPhone"].map((name) => ({
    ...{ kind: "text", name, label: name },
  }));
  const fields = [...sent, ...more];
  const [state, send, pending] = useActionState(action, useFreshForm(fields, hidden, /^(p\.\d+|method|buyer)$/));
  const typed = (name: string, first = "") => state.values[name]?.[0] ?? first;
  const problem = (name: string) => state.errors[name]?.join(" ");
  return (
    <StoreForm
      action={send}
      onSubmit={pressedOnce(pending)}
      noValidate
      data-counter={money.currency}
      className="grid items-start gap-x-8 gap-y-4 nav:grid-cols-[minmax(0,1fr)_20rem]"
    >
      <HiddenFields fields={hidden} state={state} />
      <div className="grid min-w-0 gap-4">
        <Problems state={state} fields={fields} titles={titles} />
        <div className="grid grid-cols-2 items-end gap-2 nav:max-w-[30rem]">
          <Input
            {...{ name: "amount", label: texts.amount, error: problem("amount"), inputMode: "decimal" }}
            autoComplete="off"
            defaultValue={typed("amount", props.amount)}
          />
          <div hidden data-find-tile>
            <Input name="" id="find-tile" label={texts.find} type="search" autoComplete="off" />
          </div>
        </div>
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-2">
          {tiles.map((tile) => (
            <TileOf key={`${tile.id}/${state.tries}`} tile={tile} state={state} less={texts.less} />
          ))}
        </ul>
        <Disclosure summary={texts.more} open={more.some(({ name }) => typed(name) !== "" || problem(name))}>
          <div className="grid max-w-[30rem] gap-4">
            {more.map((field) => (
              <FormField key={`${field.name}/${state.tries}`} field={field} state={state} />
            ))}
          </div>
        </Disclosure>
      </div>
      <div className="group sticky bottom-0 z-10 -mx-4 grid min-w-0 gap-2 border-t-2 border-ink bg-paper px-4 py-3 nav:top-4 nav:bottom-auto nav:mx-0 nav:px-0">
        <p data-chosen className="truncate text-label text-ink-2 empty:hidden nav:whitespace-pre-line" />
        <fieldset aria-label={texts.how} className="grid grid-flow-col auto-cols-fr gap-1">
          {ways.map(({ value, label }, index) => (
            <label key={`${value}/${state.tries}`} className={`${cell} text-label leading-4`}>
              <input
                type="radio"
                name="method"
                value={value}
                defaultChecked={typed("method", ways[0]?.value) === value || (index === 0 && !state.tries)}
                className="sr-only"
              />
              {label}
            </label>
          ))}
        </fieldset>
        <div className="flex gap-1 overflow-x-auto p-0.5">
          <input
            {...{ id: "customerPhone", name: "customerPhone", type: "tel", autoComplete: "off" }}
            aria-label={texts.phone}
            aria-invalid={problem("customerPhone") ? true : undefined}
            placeholder={texts.phone}
            defaultValue={typed("customerPhone", props.phone)}
            className="min-h-11 w-36 shrink-0 grow rounded-sm border border-field bg-sheet px-3 text-touch aria-invalid:border-bad"
          />
          {buyers.map(({ name, phone }) => (
            <label
              key={phone}
              className={`${cell} shrink-0 group-has-[[value=bank]:checked]:hidden group-has-[[value=cash]:checked]:hidden`}
            >
              <input type="radio" name="buyer" value={phone} className="sr-only" />
              <span className="max-w-24 truncate">
                <bdi>{name}</bdi>
              </span>
              <span className="ms-1 text-note">{phone.slice(-3)}</span>
            </label>
          ))}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <output data-total aria-label={texts.total} className="text-figure font-semibold nav:text-[2rem]" />
          <Button look="primary" aria-busy={pending} className="min-h-12 grow px-6 text-touch sm:min-h-12">
            {submit}
          </Button>
        </div>
        {texts.charges ? <p className="text-note text-ink-2">{texts.charges}</p> : null}
      </div>
    </StoreForm>
  );
}

function TileOf({ tile, state, less }: { tile: Tile; state: FormState; less: string }) {
  const { id, name, price, minor, picture, codes } = tile;
  const field = `n.${id}`;
  const wrong = state.errors[field]?.join(" ");
  const look = "aspect-[4/3] w-full object-cover";
  return (
    <li
      data-tile={codes}
      className="relative rounded-sm border border-rule bg-sheet data-count:border-brand data-here:outline-2 data-here:outline-ring"
    >
      <label htmlFor={field} className="block cursor-pointer select-none">
        {picture ? (
          <img src={picture} alt="" width={96} height={72} loading="lazy" className={look} />
        ) : (
          <span
            aria-hidden="true"
            className={`${look} grid place-items-center text-figure ${colours[id % colours.length]}`}
          >
            {[...name][0]}
          </span>
        )}
        <span className="line-clamp-2 px-2 pt-1 text-label font-medium">{name}</span>
        <span className="block px-2 text-label text-ink-2">{price}</span>
      </label>
      <div className="flex items-center justify-end gap-1 p-1">
        <button type="button" hidden data-less aria-label={`${less}: ${name}`} className="min-h-11 grow text-figure">
          −
        </button>
        <input
          {...{ id: field, name: field, type: "number", inputMode: "numeric", min: 0, max: 999 }}
          placeholder="0"
          defaultValue={state.values[field]?.[0] ?? tile.count}
          aria-invalid={wrong ? true : undefined}
          className="min-h-11 w-14 rounded-sm border border-field bg-sheet px-1 text-center text-touch aria-invalid:border-bad"
        />
      </div>
      <input type="hidden" name={`p.${id}`} value={minor} />
    </li>
  );
}
