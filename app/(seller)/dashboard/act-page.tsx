import type { ReactNode } from "react";
import { z } from "zod";
import { FieldForm } from "@/app/_forms/field-form";
import { asked, type Fields, fieldSpecs, type HeldFields, proofSpecs, shapeOf } from "@/app/_forms/fields";
import type { FieldSpec } from "@/app/_forms/form-field";
import type { Search } from "@/app/_lists/filters";
import type { DashboardKey, DashboardWords, PlainKey } from "@/components/dashboard/messages/words";
import { Notice } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import type { FormAction, FormState } from "@/lib/auth/form-state";
import { proofFields, sellerForm } from "@/lib/auth/guarded-action";
import type { Flash } from "@/lib/auth/sealed-cookie";
import type { Action } from "@/lib/domain/roles";
import type { SentForm } from "@/lib/resources/form-fields";
import type { World } from "@/lib/services/core/world";
import type { Section } from "./sections";
import { Allowed, SellerPage, sellerPage } from "./seller-page";
import { uploadsOf } from "./upload";
import { titled } from "./words";

// An act of a seller is its page: what it is about, who may do it, what is typed, and what is done with it stand together.

/** What acts are about: one kind of thing of the seller's store. */
export interface Thing<Row, Id> {
  section: Section;
  /** How a form sends which one it is. */
  id: z.ZodType<Id>;
  /** The one that the page's address names; else the page for what does not exist. */
  find(seller: CurrentSeller, id: string, search: Search): Promise<Row>;
  /** The hidden fields of a form about it: which one it is, and what the page said of it. */
  sent(row: Row, seller: CurrentSeller): Record<string, string>;
  /** Beside the button: the way back to it. Null where it has no page. */
  back(row: Row, words: DashboardWords): { href: string; text: string } | null;
}

/** An act in this section that is about no thing: something new, or the store itself. `find`: what its page needs to know. */
export function inSection<Row = null>(
  section: Section,
  find: (seller: CurrentSeller, id: string, search: Search) => Promise<Row> = async () => null as Row,
): Thing<Row, undefined> {
  return { section, id: z.undefined().optional(), find, sent: () => ({}), back: () => null };
}

/** What the page knows when it is shown. */
export interface About<Row> {
  seller: CurrentSeller;
  words: DashboardWords;
  row: Row;
  search: Search;
}

type Typed<F> = { [N in keyof F]: F[N] extends { kind: "boxes" } ? string[] : string };
/** What a form of the act sent. The proof is empty where it is not asked for. */
interface Sent<Id, F> {
  id: Id;
  typed: Typed<F>;
  proof: { password: string; code: string };
  /** All of it, for a form that is read as a whole. */
  form: SentForm;
  /** What was chosen in fields for files, by name; empty where nothing was. */
  files: Record<string, Uint8Array>;
}

/** A form of lines asks for more of them: it is shown again, with so many. */
export interface MoreRows {
  rows: number;
}

type ActAction = (previous: FormState, form: FormData) => Promise<FormState<MoreRows>>;
/** What a form of an act's own is made with. */
export interface ActForm {
  action: ActAction;
  hidden: Record<string, string>;
  submit: string;
}

export interface Act<Row, Id, F extends Fields<About<Row>>> {
  on: Thing<Row, Id>;
  /** Who may; others read that their role may not. */
  may: Action;
  /** Of the tab and of the path at the top. */
  title: DashboardKey;
  /** In the path at the top, where it is not the title. */
  here?: (about: About<Row>) => string;
  /** Of the page, where it says more than its title. */
  head?: (about: About<Row>) => ReactNode;
  purpose?: (about: About<Row>) => ReactNode;
  /** The button. */
  go: DashboardKey | ((about: About<Row>) => string);
  isHarsh?: boolean;
  fields?: F;
  /** What the fields hold at first. */
  held?: (about: About<Row>) => HeldFields<F>;
  /** The fields as they are shown, where that takes more than what they hold. */
  specs?: (about: About<Row>) => FieldSpec[];
  /** What opens the folded fields. */
  more?: PlainKey;
  /** Whether the person proves again who they are; then no field is named `password` or `code`. */
  proves?: boolean;
  /** Below `/dashboard/`: this page, where it keeps what is typed. */
  keeps?: (about: About<Row>) => string;
  /** In place of the form, for every role: why its time is over. */
  closed?: (about: About<Row>) => ReactNode;
  /** In place of the form: why there is nothing to do, or the way to another page. */
  instead?: (about: About<Row>) => ReactNode;
  /** In place of the form of fields: one of its own. */
  form?: (about: About<Row>, its: ActForm) => Promise<ReactNode>;
  /** What the form stands in. */
  around?: (form: ReactNode, about: About<Row>) => ReactNode;
  above?: (about: About<Row>) => ReactNode;
  below?: (about: About<Row>) => ReactNode;
  /** Beside the button, in place of the way back. */
  note?: (about: About<Row>) => ReactNode;
  run(
    seller: CurrentSeller,
    sent: Sent<Id, F>,
    world: World,
  ): Promise<{ to: string; flash?: Flash } | { result: MoreRows }>;
}

/** Each field by its kind, the proof where one is asked for, and which thing it is; the rest as it was sent. */
function schemaOf<Row, Id, F extends Fields<About<Row>>>({ on, fields, proves }: Act<Row, Id, F>) {
  const schema = z.looseObject({ ...shapeOf(fields ?? {}), ...(proves ? proofFields : {}), id: on.id });
  const read = z.preprocess((sent) => asked(fields ?? {}, sent as SentForm), schema);
  // Safe: what is sent is texts.
  return read as unknown as z.ZodType<{ id: Id } & Record<string, unknown>>;
}

/** Safe: the schema has the reader of each field, and what a form sends is texts. */
function sentTo<Row, Id, F extends Fields<About<Row>>>(
  { fields, proves }: Act<Row, Id, F>,
  sent: { id: Id } & Record<string, unknown>,
): Omit<Sent<Id, F>, "files"> {
  const typed = Object.fromEntries(Object.keys(fields ?? {}).map((name) => [name, sent[name]])) as Typed<F>;
  const { password, code } = sent as unknown as Sent<Id, F>["proof"];
  const proof = proves ? { password, code } : { password: "", code: "" };
  return { id: sent.id, typed, proof, form: sent as unknown as SentForm };
}

/**
 * The page of an act, and what its form calls. Next wants both from the page's own file: `page` is given the action that
 * calls `send`. The page carries its act, so that tests walk all of them.
 */
export function actPage<Row, Id, F extends Fields<About<Row>>>(act: Act<Row, Id, F>) {
  const { on } = act;
  const schema = schemaOf(act);
  const send: ActAction = async (previous, form) => {
    const files = await uploadsOf(form, act.fields ?? {});
    return sellerForm<typeof schema, MoreRows>(schema, (seller, sent, world) =>
      act.run(seller, { ...sentTo(act, sent), files }, world),
    )(previous, form);
  };
  const page = (action: ActAction) =>
    Object.assign(
      sellerPage(on.section, async ({ seller, words }, { id, search }) => {
        const about = { seller, words, row: await on.find(seller, id, search), search };
        const closed = act.closed?.(about);
        const title = words.loose(act.title, {});
        return (
          <SellerPage
            seller={seller}
            section={on.section}
            here={act.here?.(about) ?? title}
            {...(act.keeps && !closed ? { keeps: act.keeps(about) } : {})}
            title={act.head?.(about) ?? title}
            purpose={act.purpose?.(about)}
          >
            {act.above?.(about)}
            {closed || (
              <Allowed seller={seller} act={act.may} aloud>
                {act.instead?.(about) ?? (await formOf(act, about, action))}
              </Allowed>
            )}
            {act.below?.(about)}
          </SellerPage>
        );
      }),
      { act, send },
    );
  return { metadata: titled(act.title), send, page };
}

async function formOf<Row, Id, F extends Fields<About<Row>>>(
  act: Act<Row, Id, F>,
  about: About<Row>,
  action: ActAction,
): Promise<ReactNode> {
  const { seller, words, row } = about;
  const submit = typeof act.go === "function" ? act.go(about) : words.loose(act.go, {});
  const hidden = act.on.sent(row, seller);
  if (act.form) return act.form(about, { action, hidden, submit });
  const form = (
    <FieldForm
      // Safe: only a form of lines asks for more of them.
      action={action as unknown as FormAction}
      {...{ submit, hidden }}
      look={act.isHarsh ? "danger" : "primary"}
      fields={specsOf(act, about)}
      {...(act.more ? { more: words.loose(act.more, {}) } : {})}
      note={act.note ? act.note(about) : <WayBack to={act.on.back(row, words)} />}
    />
  );
  return act.around ? act.around(form, about) : form;
}

function specsOf<Row, Id, F extends Fields<About<Row>>>(
  act: Act<Row, Id, F>,
  about: About<Row>,
): FieldSpec[] {
  const proof = act.proves ? proofSpecs(about.words, about.seller.user) : [];
  const specs = act.specs?.(about) ?? fieldSpecs(act.fields ?? ({} as F), about, act.held?.(about));
  return [...specs, ...proof];
}

function WayBack({ to }: { to: { href: string; text: string } | null }) {
  return to && <ButtonLink href={to.href}>{to.text}</ButtonLink>;
}

/** In place of a form whose time is over, for example because it was sent before: why, and the way back. */
export function NothingToDo({ title, back }: { title: string; back: { href: string; text: string } | null }) {
  return (
    <div className="grid gap-4">
      <Notice tone="info" title={title} />
      <div>{back && <ButtonLink href={back.href}>{back.text}</ButtonLink>}</div>
    </div>
  );
}
