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

/** What its picture shows, as paths of an SVG, and the colour around it. */
const drawings: Record<keyof typeof plans | keyof typeof wares, readonly [ground: string, paths: string]> = {
  monthly: [
    "#e3b341",
    `<path d="M60 18c22 30 34 46 34 62a34 34 0 0 1-68 0c0-16 12-32 34-62z" fill="#1f6fb2"/>`,
  ],
  weekly: [
    "#c9ced6",
    `<path d="M60 30c16 22 25 34 25 46a25 25 0 0 1-50 0c0-12 9-24 25-46z" fill="#3b8ed0"/>`,
  ],
  yearly: [
    "#f0cf6b",
    `<g fill="#1f6fb2"><path id="d" d="M40 22c14 19 21 29 21 39a21 21 0 0 1-42 0c0-10 7-20 21-39z"/><use href="#d" x="40"/><use href="#d" x="20" y="34"/></g>`,
  ],
  tank: [
    "#d7e6dc",
    `<rect x="30" y="20" width="60" height="78" rx="9" fill="#2e5d4b"/><path d="M30 42h60M30 62h60" stroke="#d7e6dc" stroke-width="3"/><path d="M88 86h14v12" fill="none" stroke="#1b1c19" stroke-width="6"/>`,
  ],
  dispenser: [
    "#f4ddcf",
    `<rect x="36" y="46" width="48" height="56" rx="8" fill="#6fb1dd"/><path d="M50 46V28h26v14" fill="none" stroke="#7a3b1d" stroke-width="8"/><rect x="42" y="14" width="16" height="14" rx="4" fill="#7a3b1d"/>`,
  ],
};

/** Drawn here, so that the demo has pictures and the project no files of them. */
async function drawn(what: keyof typeof drawings): Promise<Uint8Array> {
  const [ground, paths] = drawings[what];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="480" viewBox="0 0 120 120"><rect width="120" height="120" fill="${ground}"/>${paths}</svg>`;
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
