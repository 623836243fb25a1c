import { NewPaymentLink } from "@/lib/resources/payment-link";
import { createPaymentLink } from "@/lib/services/catalog/payment-links/change";
import { createProduct } from "@/lib/services/catalog/products/save";
import type { World } from "@/lib/services/core/world";
import type { Seller } from "@/lib/services/people/accounts/permit";

/** What the shop sells. */
export type Goods = Record<keyof typeof plans | keyof typeof wares, Ware> & Record<keyof typeof links, Ware>;

interface Ware {
  id: number;
  token: string;
  name: string;
}

const plans = {
  monthly: {
    name: "Gold plan",
    description: "Clean water at home, as much as you need.",
    ...{ price: "1500", interval: "month" },
  },
  weekly: { name: "Silver plan", description: "Forty jerrycans a week.", price: "400", interval: "week" },
  yearly: {
    name: "Gold plan, yearly",
    description: "Twelve months for the price of ten.",
    ...{ price: "15000", interval: "year" },
  },
};

const wares = {
  tank: {
    name: "Water tank, 100 litres",
    description: "Food-grade, with a tap. Delivered within two days in Nairobi.",
    ...{ price: "8500", salePrice: "7900" },
  },
  dispenser: {
    name: "Dispenser with a pump",
    description: "Fits every 20 litre bottle.",
    ...{ price: "1250", salePrice: "" },
  },
};

const links = {
  well: {
    title: "Help dig the Kibera well",
    description: "Every litre counts. Thank you.",
    ...{ amount_type: "custom", amount: 500, min_amount: 100 },
    custom_question: "Whose name shall we paint on the wall?",
    thank_you_message: "Asante sana. Your name goes on the wall.",
  },
  refill: {
    title: "Refill at the kiosk, 20 litres",
    description: "Pay here, then show the receipt at the tap.",
    amount: 250,
  },
};

export async function makeGoods(world: World, seller: Seller): Promise<Goods> {
  const plan = (one: (typeof plans)[keyof typeof plans]) =>
    createProduct(world, seller, { ...one, kind: "subscription", salePrice: "" });
  const ware = (one: (typeof wares)[keyof typeof wares]) =>
    createProduct(world, seller, { ...one, kind: "physical", interval: "" });
  const link = async (body: object) => {
    const made = await createPaymentLink(world, seller, NewPaymentLink.parse(body));
    return { ...made, name: made.title };
  };
  return {
    monthly: await plan(plans.monthly),
    weekly: await plan(plans.weekly),
    yearly: await plan(plans.yearly),
    tank: await ware(wares.tank),
    dispenser: await ware(wares.dispenser),
    well: await link(links.well),
    refill: await link(links.refill),
  };
}
