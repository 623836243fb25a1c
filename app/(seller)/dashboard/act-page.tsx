import type { ReactNode } from "react";
import { z } from "zod";
import { FieldForm } from "@/app/_forms/field-form";
import { type Fields, fieldSpecs, type HeldFields, proofSpecs, shapeOf } from "@/app/_forms/fields";
import type { FieldSpec } from "@/app/_forms/form-field";
import type { Search } from "@/app/_lists/filters";
import type { DashboardKey, DashboardWords } from "@/components/dashboard/messages/words";
import { PageHeader } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import type { FormAction } from "@/lib/auth/form-state";
import { proofFields, sellerForm } from "@/lib/auth/guarded-action";
import type { Flash } from "@/lib/auth/sealed-cookie";
import type { Action } from "@/lib/domain/roles";
import type { World } from "@/lib/services/core/world";
import { Allowed, onlyReaders } from "./allowed";
import { type Section, SellerPage } from "./seller-page";
import { problemTitles, sellerWithWords, titled } from "./words";

// An act of a seller is its page: what it is about, who may do it, what is typed, and what is done with it stand together.

/** What acts are about: one kind of thing of the seller's store. */
export interface Thing<Row, Id> {
  section: Section;
  /** How a form sends which one it is. */
  id: z.ZodType<Id>;
  /** The one that the page's address names; else the page for what does not exist. */
  find(seller: CurrentSeller, id: string): Promise<Row>;
  /** The hidden fields of a form about it: which one it is, and what the page said of it. */
  sent(row: Row): Record<string, string>;
  /** Beside the button: the way back to it. Null where it has no page. */
  back(row: Row, words: DashboardWords): { href: string; text: string } | null;
}

/** An act in this section that is about no thing: something new, or the store itself. `find`: what its page needs to know. */
export function inSection<Row = null>(
  section: Section,
  find: (seller: CurrentSeller) => Promise<Row> = async () => null as Row,
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
}

export interface Act<Row, Id, F extends Fields<About<Row>>> {
  on: Thing<Row, Id>;
  /** Who may; others read that their role may not. */
  may: Action;
  /** Of the tab and of the path at the top. */
  title: DashboardKey;
  /** Of the page, where it says more than its title. */
  head?: (about: About<Row>) => ReactNode;
  purpose: (about: About<Row>) => ReactNode;
  /** The button. */
  go: DashboardKey | ((about: About<Row>) => DashboardKey);
  isHarsh?: boolean;
  fields: F;
  /** What the fields hold at first. */
  held?: (about: About<Row>) => HeldFields<F>;
  /** Whether the person proves again who they are; then no field is named `password` or `code`. */
  proves?: boolean;
  /** Below `/dashboard/`: this page, where it keeps what is typed. */
  keeps?: string;
  /** In place of the form: why there is nothing to do, or the way to another page. */
  instead?: (about: About<Row>) => ReactNode;
  above?: (about: About<Row>) => ReactNode;
  below?: (about: About<Row>) => ReactNode;
  /** Beside the button, in place of the way back. */
  note?: (about: About<Row>) => ReactNode;
  run(seller: CurrentSeller, sent: Sent<Id, F>, world: World): Promise<{ to: string; flash?: Flash }>;
}

/** Each field by its kind, the proof where one is asked for, and which thing it is. */
function schemaOf<Row, Id, F extends Fields<About<Row>>>({ on, fields, proves }: Act<Row, Id, F>) {
  const schema = z.object({ ...shapeOf(fields), ...(proves ? proofFields : {}), id: on.id });
  return schema as unknown as z.ZodType<{ id: Id }>;
}

/** Safe: the schema has the reader of each field. */
function sentTo<Row, Id, F extends Fields<About<Row>>>(
  { proves }: Act<Row, Id, F>,
  { id, ...fields }: { id: Id },
): Sent<Id, F> {
  if (!proves) return { id, typed: fields as Typed<F>, proof: { password: "", code: "" } };
  const { password, code, ...typed } = fields as unknown as Typed<F> & Sent<Id, F>["proof"];
  return { id, typed: typed as unknown as Typed<F>, proof: { password, code } };
}

type Props = { params?: Promise<{ id?: string }>; searchParams?: Promise<Search> };

/**
 * The page of an act, and what its form calls. Next wants both from the page's own file: `page` is given the action that
 * calls `send`. The page carries its act, so that tests walk all of them.
 */
export function actPage<Row, Id, F extends Fields<About<Row>>>(act: Act<Row, Id, F>) {
  const { on } = act;
  const send = sellerForm(schemaOf(act), (seller, sent, world) => act.run(seller, sentTo(act, sent), world));
  const page = (action: FormAction) =>
    Object.assign(
      onlyReaders(on.section, async ({ params, searchParams }: Props = {}) => {
        const { seller, words } = await sellerWithWords();
        const row = await on.find(seller, (await params)?.id ?? "");
        const about = { seller, words, row, search: (await searchParams) ?? {} };
        return <Page act={act} about={about} action={action} instead={act.instead?.(about)} />;
      }),
      { act, send },
    );
  return { metadata: titled(act.title), send, page };
}

function Page<Row, Id, F extends Fields<About<Row>>>({
  act,
  about,
  action,
  instead,
}: {
  act: Act<Row, Id, F>;
  about: About<Row>;
  action: FormAction;
  instead: ReactNode;
}) {
  const { seller, words } = about;
  const title = words.loose(act.title, {});
  return (
    <SellerPage
      seller={seller}
      section={act.on.section}
      here={title}
      {...(act.keeps ? { keeps: act.keeps } : {})}
    >
      <PageHeader title={act.head?.(about) ?? title} purpose={act.purpose(about)} />
      {act.above?.(about)}
      <Allowed seller={seller} act={act.may} aloud>
        {instead ?? (
          <FieldForm
            action={action}
            submit={words.loose(typeof act.go === "function" ? act.go(about) : act.go, {})}
            look={act.isHarsh ? "danger" : "primary"}
            titles={problemTitles(words)}
            hidden={act.on.sent(about.row)}
            fields={specsOf(act, about)}
            note={act.note ? act.note(about) : <WayBack to={act.on.back(about.row, words)} />}
          />
        )}
      </Allowed>
      {act.below?.(about)}
    </SellerPage>
  );
}

function specsOf<Row, Id, F extends Fields<About<Row>>>(
  act: Act<Row, Id, F>,
  about: About<Row>,
): FieldSpec[] {
  const proof = act.proves ? proofSpecs(about.words, about.seller.user) : [];
  return [...fieldSpecs(act.fields, about, act.held?.(about)), ...proof];
}

function WayBack({ to }: { to: { href: string; text: string } | null }) {
  return to && <ButtonLink href={to.href}>{to.text}</ButtonLink>;
}
