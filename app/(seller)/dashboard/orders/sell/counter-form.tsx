"use client";

import { useActionState } from "react";
import { Problems, useFreshForm } from "@/app/_forms/field-form";
import { type FieldSpec, FormField, HiddenFields } from "@/app/_forms/form-field";
import { StoreForm } from "@/components/dashboard/store-form";
import { Disclosure } from "@/components/ui/blocks";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/field";
import type { FormAction, FormState } from "@/lib/auth/form-state";
import type { Language } from "@/lib/domain/languages";
import { formatMoney } from "@/lib/domain/money";

interface Tile {
  id: number;
  name: string;
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
  money: { currency: string; lang: Language };
  tiles: Tile[];
  /** The page of all, where there are more. */
  all: string | null;
  buyers: { name: string; phone: string }[];
  /** What the fields hold at first. */
  start: Record<string, string>;
  ways: { value: string; label: string }[];
  more: FieldSpec[];
  texts: Record<"find" | "amount" | "less" | "how" | "more" | "total" | "charges" | "all", string> &
    Record<"ask" | "asked" | "optional", string>;
}

/** Of tiles without a picture. */
const colours = ["bg-info-bg text-info", "bg-ok-bg text-ok", "bg-warn-bg text-warn", "bg-bad-bg text-bad"];
const cell =
  "flex min-h-11 shrink-0 cursor-pointer items-center justify-center rounded-sm border border-field px-2 text-center text-label leading-4 " +
  "has-[:checked]:border-brand has-[:checked]:bg-brand has-[:checked]:text-on-brand has-[:focus-visible]:outline-2";
const typedIn = "min-h-11 rounded-sm border border-field bg-sheet text-touch aria-invalid:border-bad";
/** Once for all tiles: forty of them are heavy enough. */
const tilesLook =
  "grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-2 [&>li]:relative [&>li]:rounded-sm [&>li]:border [&>li]:border-rule [&>li]:bg-sheet " +
  "[&>li[data-count]]:border-brand [&>li[data-here]]:outline-2 [&_label]:block [&_label]:h-full [&_label]:pb-2 [&_label]:cursor-pointer [&_label]:select-none " +
  "[&_i]:block [&_i]:px-2 [&_i]:text-label [&_i]:text-ink-2 [&_i]:not-italic [&_b]:mt-1 [&_b]:line-clamp-2 [&_b]:px-2 [&_b]:text-label [&_b]:font-medium";

/** Works without scripts by its numbers; `components/dashboard/counter.ts` makes the tiles buttons and adds up. */
export function CounterForm({ action, hidden, submit, money, tiles, ...props }: CounterProps) {
  const { buyers, ways, more, texts } = props;
  const names = [...tiles.map(({ id }) => `n.${id}`), "amount", "customerPhone"];
  const fields = [...names.map((name): FieldSpec => ({ kind: "text", name, label: name })), ...more];
  const [state, send] = useActionState(action, useFreshForm(fields, hidden, /^(p\.\d+|method|buyer)$/));
  const typed = (name: string) => state.values[name]?.[0] ?? props.start[name] ?? "";
  const problem = (name: string) => state.errors[name]?.join(" ");
  const method = typed("method") || ways[0]?.value;
  const asks = method === "mobile_money";
  const phoneSays = asks ? texts.asked : texts.optional;
  return (
    <StoreForm
      action={send}
      noValidate
      data-counter={money.currency}
      // A row of a grid would not let its bar stick to the foot of the screen.
      className="flex flex-col gap-4 nav:grid nav:grid-cols-[minmax(0,1fr)_20rem] nav:items-start nav:gap-x-8"
    >
      <HiddenFields fields={hidden} state={state} />
      <div className="grid min-w-0 gap-4">
        <Problems state={state} fields={fields} />
        <div className="grid grid-cols-2 items-end gap-2 nav:max-w-[30rem]">
          <Input
            {...{ name: "amount", label: texts.amount, error: problem("amount"), inputMode: "decimal" }}
            autoComplete="off"
            defaultValue={typed("amount")}
          />
          <div hidden data-find-tile>
            <Input name="" id="find-tile" label={texts.find} type="search" autoComplete="off" />
          </div>
        </div>
        <ul className={tilesLook}>
          {tiles.map((tile) => (
            <TileOf key={`${tile.id}/${state.tries}`} {...{ tile, state, money }} less={texts.less} />
          ))}
        </ul>
        {props.all ? (
          <a data-all href={props.all} className="flex min-h-11 items-center underline underline-offset-2">
            {texts.all}
          </a>
        ) : null}
        <Disclosure summary={texts.more} open={more.some(({ name }) => typed(name) !== "" || problem(name))}>
          <div className="grid max-w-[30rem] gap-4">
            {more.map((field) => (
              <FormField key={`${field.name}/${state.tries}`} field={field} state={state} />
            ))}
          </div>
        </Disclosure>
      </div>
      <div
        data-bar=""
        className="group sticky bottom-0 z-10 -mx-4 grid min-w-0 gap-1 border-t-2 border-ink bg-paper px-4 py-2 nav:top-4 nav:bottom-auto nav:mx-0 nav:gap-2 nav:px-0 nav:py-3"
      >
        <p
          data-chosen
          className="truncate text-label text-ink-2 empty:hidden max-nav:[@media(max-height:40rem)]:hidden nav:whitespace-pre-line"
        />
        <fieldset aria-label={texts.how} className="grid auto-cols-fr grid-flow-col gap-1">
          {ways.map(({ value, label }) => (
            <label key={`${value}/${state.tries}`} className={cell}>
              <input
                {...{ type: "radio", name: "method", value, className: "sr-only" }}
                defaultChecked={method === value}
              />
              {label}
            </label>
          ))}
        </fieldset>
        <div className="relative flex gap-1 overflow-x-auto p-0.5">
          <input
            {...{ id: "customerPhone", name: "customerPhone", type: "tel", autoComplete: "off" }}
            {...{ "aria-label": phoneSays, placeholder: phoneSays, "aria-required": asks }}
            data-asked={texts.asked}
            data-optional={texts.optional}
            aria-invalid={problem("customerPhone") ? true : undefined}
            defaultValue={typed("customerPhone")}
            className={`${typedIn} w-36 shrink-0 grow px-3`}
          />
          {buyers.map(({ name, phone }) => (
            <label
              key={phone}
              className={`${cell} group-has-[[value=bank]:checked]:hidden group-has-[[value=cash]:checked]:hidden`}
            >
              <input type="radio" name="buyer" value={phone} className="sr-only" />
              <span className="max-w-24 truncate">{name}</span>
              <span className="ms-1 text-note">{phone.slice(-3)}</span>
            </label>
          ))}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <output
            data-total
            aria-label={texts.total}
            className="text-title font-semibold nav:text-[1.75rem] nav:leading-9"
          />
          <Button look="primary" className="min-h-12 grow px-4 text-touch sm:min-h-12">
            <span className="hidden group-has-[[value^=mobile]:checked]:inline">{texts.ask}</span>
            <span className="group-has-[[value^=mobile]:checked]:hidden">{submit}</span>
          </Button>
        </div>
        {texts.charges ? <p className="text-note text-ink-2">{texts.charges}</p> : null}
      </div>
    </StoreForm>
  );
}

function TileOf(props: { tile: Tile; state: FormState; money: CounterProps["money"]; less: string }) {
  const { tile, state, money, less } = props;
  const { id, name, minor, picture } = tile;
  const field = `n.${id}`;
  const look = "h-18 w-full object-cover nav:aspect-[4/3] nav:h-auto";
  return (
    <li data-tile={tile.codes}>
      <label htmlFor={field}>
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
        <b>{name}</b>
        <i>{formatMoney({ minor: BigInt(minor), currency: money.currency }, money.lang)}</i>
      </label>
      <div className="absolute end-0 top-0 flex gap-1 p-1">
        <button type="button" hidden data-less aria-label={`${less}: ${name}`} className={`${typedIn} w-11`}>
          −
        </button>
        <input
          {...{ id: field, name: field, type: "number", inputMode: "numeric", min: 0, max: 999 }}
          placeholder="0"
          defaultValue={state.values[field]?.[0] ?? tile.count}
          aria-invalid={field in state.errors || undefined}
          className={`${typedIn} w-14 text-center`}
        />
      </div>
      <input type="hidden" name={`p.${id}`} value={minor} />
    </li>
  );
}
