import sharp from "sharp";
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

/** The colour of its picture, and how large the drop in it is. */
const pictures: Record<keyof typeof plans | keyof typeof wares, readonly [string, number]> = {
  ...{ monthly: ["#e3b341", 1], weekly: ["#c9ced6", 0.7], yearly: ["#b98a1a", 1.2] },
  ...{ tank: ["#2e5d4b", 1], dispenser: ["#a5522c", 0.8] },
};

/** Drawn here, so that the demo has pictures and the project no files of them. */
async function drawn(what: keyof typeof pictures): Promise<Uint8Array> {
  const [ground, size] = pictures[what];
  const drop = `<path d="M0-50c26 34 38 50 38 66a38 38 0 0 1-76 0c0-16 12-32 38-66z" fill="#eaf4fb" transform="translate(80 62) scale(${size})"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="360" viewBox="0 0 160 120"><rect width="160" height="120" fill="${ground}"/>${drop}</svg>`;
  return new Uint8Array(await sharp(Buffer.from(svg)).png().toBuffer());
}

export async function makeGoods(world: World, seller: Seller): Promise<Goods> {
  const plan = async (what: keyof typeof plans) => {
    const typed = { ...plans[what], kind: "subscription", salePrice: "" };
    return createProduct(world, seller, typed, await drawn(what));
  };
  const ware = async (what: keyof typeof wares) =>
    createProduct(world, seller, { ...wares[what], kind: "physical", interval: "" }, await drawn(what));
  const link = async (body: object) => {
    const made = await createPaymentLink(world, seller, NewPaymentLink.parse(body));
    return { ...made, name: made.title };
  };
  return {
    monthly: await plan("monthly"),
    weekly: await plan("weekly"),
    yearly: await plan("yearly"),
    tank: await ware("tank"),
    dispenser: await ware("dispenser"),
    well: await link(links.well),
    refill: await link(links.refill),
  };
}
