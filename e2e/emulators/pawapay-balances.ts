import type { Planted } from "./planted";

const balances = [
  { country: "UGA", balance: "10798.00", currency: "UGX", provider: "" },
  { country: "KEN", balance: "500.50", currency: "KES", provider: "" },
  { country: "BEN", balance: "1000", currency: "XOF", provider: "" },
  { country: "SEN", balance: "2500", currency: "XOF", provider: "" },
];

interface Moved {
  op: string;
  status: string;
  amount: string;
  currency: string;
}

/** Deposits stay in the wallet of their currency; payouts and refunds leave it. What was planted is in the first of all. */
export function balancesOf(operations: Iterable<Moved>, planted: Planted) {
  const all = [...operations];
  const moved = (currency: string) =>
    all
      .filter((one) => one.currency === currency && one.status === "COMPLETED")
      .reduce((sum, { op, amount }) => sum + (op === "deposit" ? 1 : -1) * Number(amount), 0);
  const isFirst = (row: (typeof balances)[number]) =>
    balances.find(({ currency }) => currency === row.currency) === row;
  return balances.map((row, place) => ({
    ...row,
    balance: isFirst(row)
      ? (Number(row.balance) + moved(row.currency) + (place === 0 ? planted.balance : 0)).toFixed(2)
      : row.balance,
  }));
}
