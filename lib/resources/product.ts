import { z } from "zod";
import type { ProductRow } from "@/lib/db/rows";
import { intervals } from "@/lib/domain/interval";
import { toMajor } from "@/lib/domain/money";
import { trialProofs } from "@/lib/domain/trial";
import { fieldsOf } from "./fields";
import { oneOf, pageShape } from "./input";

const kinds = [
  "physical",
  "digital",
  "course",
  "webinar",
  "subscription",
  "service",
  "bookings",
  "bundle",
] as const satisfies ProductRow["kind"][];
const statuses = ["active", "draft", "archived"] as const satisfies ProductRow["status"][];

const of = fieldsOf<ProductRow, [siteUrl: string]>();
const subscribeUrl = (siteUrl: string, { token }: ProductRow) => `${siteUrl}/subscribe/${token}`;

/** spec, Product. */
export const { schema: Product, serialize: serializeProduct } = of.object("Product", {
  id: of.count("id", { example: 42 }),
  object: of.kind("product"),
  name: of.text("name", { example: "Gold" }),
  short_description: of.text("shortDescription"),
  kind: of.column("kind", z.enum(kinds)),
  status: of.column("status", z.enum(statuses)),
  price: of.amount("priceMinor", { description: "Base price, in `currency`.", example: 50000 }),
  sale_price: of.amountOrNull("salePriceMinor", "The lower price while there is one."),
  currency: of.text("currency", { description: "ISO 4217 code of the store.", example: "UGX" }),
  image_url: of.made(
    z.string().meta({ format: "uri", description: "The main picture, or a default one." }),
    ({ imageUrl }, siteUrl) => imageUrl ?? `${siteUrl}/icon.svg`,
  ),
  url: of.made(z.string().meta({ format: "uri", description: "The product's page." }), (row, siteUrl) =>
    row.interval ? subscribeUrl(siteUrl, row) : `${siteUrl}/product/${row.token}`,
  ),
  delivers: of.flag(
    "delivers",
    "Whether it delivers files, links, texts or codes by itself once it is paid.",
  ),
  subscription: of.made(
    z
      .object({
        interval: z.enum(intervals),
        price: z.number().meta({ description: "What a new subscriber pays each period." }),
        subscribe_url: z.string().meta({
          format: "uri",
          description: "Send users here. Add ?ref= to name them, ?test=1 for test mode.",
        }),
        trial_days: z.int().meta({ description: "How many days a new subscriber has for free; 0: none." }),
        trial_proof: z.enum(trialProofs).meta({
          description:
            "What a payer proves by a code before a trial. With none, only POST /subscriptions starts one.",
        }),
      })
      .nullable()
      .meta({ description: "Null unless this is a subscription product." }),
    (row, siteUrl) =>
      row.interval && {
        interval: row.interval,
        price: toMajor({ minor: row.salePriceMinor ?? row.priceMinor, currency: row.currency }),
        subscribe_url: subscribeUrl(siteUrl, row),
        trial_days: row.trialDays,
        trial_proof: row.trialProof,
      },
  ),
});

/** spec, Products: the filters of the list. */
export const ProductQuery = z.object({
  kind: oneOf(kinds).optional(),
  status: oneOf(statuses).optional(),
  ...pageShape,
});
