import { z } from "zod";
import type { ProductRow } from "@/lib/db/rows";
import { intervals } from "@/lib/domain/interval";
import { toMajor } from "@/lib/domain/money";
import { trialProofs } from "@/lib/domain/trial";
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

/** spec, Product. */
export const Product = z
  .object({
    id: z.int().meta({ example: 42 }),
    object: z.literal("product"),
    name: z.string().meta({ example: "Gold" }),
    short_description: z.string(),
    kind: z.enum(kinds),
    status: z.enum(statuses),
    price: z.number().meta({ description: "Base price, in `currency`.", example: 50000 }),
    sale_price: z.number().nullable().meta({ description: "The lower price while there is one." }),
    currency: z.string().meta({ description: "ISO 4217 code of the store.", example: "UGX" }),
    image_url: z.string().meta({ format: "uri", description: "The main picture, or a default one." }),
    url: z.string().meta({ format: "uri", description: "The product's page." }),
    delivers: z.boolean().meta({
      description: "Whether it delivers files, links, texts or codes by itself once it is paid.",
    }),
    subscription: z
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
  })
  .meta({ id: "Product" });

export type ProductWire = z.infer<typeof Product>;

export function serializeProduct(row: ProductRow, siteUrl: string): ProductWire {
  const amount = (minor: bigint) => toMajor({ minor, currency: row.currency });
  const subscribeUrl = `${siteUrl}/subscribe/${row.token}`;
  return {
    id: row.id,
    object: "product",
    name: row.name,
    short_description: row.shortDescription,
    kind: row.kind,
    status: row.status,
    price: amount(row.priceMinor),
    sale_price: row.salePriceMinor === null ? null : amount(row.salePriceMinor),
    currency: row.currency,
    image_url: row.imageUrl ?? `${siteUrl}/icon.svg`,
    url: row.interval ? subscribeUrl : `${siteUrl}/product/${row.token}`,
    delivers: row.delivers,
    subscription: row.interval && {
      interval: row.interval,
      price: amount(row.salePriceMinor ?? row.priceMinor),
      subscribe_url: subscribeUrl,
      trial_days: row.trialDays,
      trial_proof: row.trialProof,
    },
  };
}

/** spec, Products: the filters of the list. */
export const ProductQuery = z.object({
  kind: oneOf(kinds).optional(),
  status: oneOf(statuses).optional(),
  ...pageShape,
});
