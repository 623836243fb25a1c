/**
 * Every message that is sent about money. English decides the keys and the slots; the other languages have the same.
 * `text` is the whole e-mail between its greeting and its last line, with one link at most. `sms` is cut at bars: what
 * stands between `|` signs is left out, from the last to the first, where the whole would not fit into one SMS.
 */
export const en = {
  receipt_order: {
    subject: "Receipt: {amount} paid to {seller}",
    text: "{seller} has received {amount} for {item}. Your order number is {number}.\n\nReceipt: {link}",
    sms: "{seller}: {amount} received for {item}.| Thank you.| Receipt: {link}",
  },
  receipt_subscription: {
    subject: "Receipt: {amount} paid to {seller}",
    text: "{seller} has received {amount} for {plan}. You are paid up to {end}.\n\nReceipt: {link}",
    sms: "{seller}: {amount} received for {plan}.| Paid to {end}.| Receipt: {link}",
  },
  invoice_paid: {
    subject: "Invoice {invoice} is paid",
    text: "{seller} has received {amount}. Invoice {invoice} is paid in full. Nothing more is owed.\n\nReceipt: {link}",
    sms: "{seller}: {amount} received. Invoice {invoice} is paid.| Nothing more is owed.| Receipt: {link}",
  },
  invoice_part_paid: {
    subject: "{amount} received for invoice {invoice}",
    text: "{seller} has received {amount} for invoice {invoice}. {balance} is still to be paid.\n\nReceipt: {link}",
    sms: "{seller}: {amount} received for {invoice}.| Still to pay: {balance}.| Receipt: {link}",
  },
  payment_came_late: {
    subject: "Your payment of {amount} went through",
    text: "We were still waiting to hear about your payment of {amount} to {seller} for {item}. It went through after all. Do not pay again.\n\nReceipt: {link}",
    sms: "{seller}: your payment of {amount} went through.| Do not pay again.| Receipt: {link}",
  },
  payment_failed_late: {
    subject: "Your payment of {amount} did not go through",
    text: "We were still waiting to hear about your payment of {amount} to {seller} for {item}. It did not go through. Nothing was taken. You can pay again here.\n\n{link}",
    sms: "{seller}: your payment of {amount} did not go through.| Nothing was taken.| Try again: {link}",
  },
  renewal_seven_days: {
    subject: "{plan} ends in 7 days",
    text: "Your paid time for {plan} at {seller} ends on {end}. To keep it, pay {amount} before then. The new period starts when this one ends, so no day is lost.\n\nPay or cancel: {link}",
    sms: "{seller}: {plan} ends {end}.| You can renew now and lose no day.| Pay {amount}: {link}",
  },
  renewal_three_days: {
    subject: "{plan} ends in 3 days",
    text: "Your paid time for {plan} at {seller} ends on {end}. To keep it, pay {amount}. The new period starts when this one ends, so no day is lost.\n\nPay or cancel: {link}",
    sms: "{seller}: {plan} ends {end}, in 3 days. Pay {amount}: {link}",
  },
  renewal_one_day: {
    subject: "{plan} ends tomorrow",
    text: "Your paid time for {plan} at {seller} ends on {end}. To keep it, pay {amount}.\n\nPay or cancel: {link}",
    sms: "{seller}: {plan} ends tomorrow. Pay {amount}: {link}",
  },
  renewal_end_day: {
    subject: "{plan} ends today",
    text: "Your paid time for {plan} at {seller} ends on {end}. Pay {amount} today to keep it.\n\nPay or cancel: {link}",
    sms: "{seller}: {plan} ends today. Pay {amount}: {link}",
  },
  renewal_last_grace_day: {
    subject: "Last day to keep {plan}",
    text: "Your paid time for {plan} at {seller} ended on {end}. Your access stops on {access} unless you pay {amount} before then.\n\nPay or cancel: {link}",
    sms: "{seller}: last day for {plan}.| Access stops {access}.| Pay {amount}: {link}",
  },
  grace_started: {
    subject: "{plan} has ended. You still have access",
    text: "Your paid time for {plan} at {seller} ended on {end}. You still have access until {access}. Pay {amount} before then to keep it.\n\nPay or cancel: {link}",
    sms: "{seller}: {plan} has ended.| You have access until {access}.| Pay {amount}: {link}",
  },
  access_ended: {
    subject: "Your access to {plan} has ended",
    text: "Your access to {plan} at {seller} ended on {end}. You can start again whenever you like, for {amount}.\n\nStart again: {link}",
    sms: "{seller}: your access to {plan} has ended. Start again| for {amount}|: {link}",
  },
  subscription_cancelled: {
    subject: "{plan} is cancelled",
    text: "Your subscription to {plan} at {seller} is cancelled. It will not renew, and we will not ask you to pay again. You keep your access until {access}.\n\nTo start again: {link}",
    sms: "{seller}: {plan} is cancelled.| Access until {access}.| Start again: {link}",
  },
  subscription_cancelled_at_once: {
    subject: "{plan} is cancelled",
    text: "Your subscription to {plan} at {seller} is cancelled. Your access has ended, and we will not ask you to pay again.\n\nTo start again: {link}",
    sms: "{seller}: {plan} is cancelled.| Your access has ended.| Start again: {link}",
  },
  invoice_sent: {
    subject: "Invoice {invoice} from {seller}: {balance}",
    text: "{seller} has sent you invoice {invoice} for {balance}.\n\nSee and pay it: {link}",
    sms: "{seller}: invoice {invoice}, {balance}.| See it and pay here:| {link}",
  },
  invoice_sent_due: {
    subject: "Invoice {invoice} from {seller}: {balance}",
    text: "{seller} has sent you invoice {invoice} for {balance}. It is due on {due}.\n\nSee and pay it: {link}",
    sms: "{seller}: invoice {invoice}, {balance}, due {due}.| See it and pay here:| {link}",
  },
  invoice_due_day: {
    subject: "Invoice {invoice} is due today",
    text: "Invoice {invoice} from {seller} is due today, {due}. {balance} is to be paid.\n\nSee and pay it: {link}",
    sms: "{seller}: invoice {invoice} is due today. Pay {balance}: {link}",
  },
  invoice_three_days_late: {
    subject: "Invoice {invoice} is 3 days late",
    text: "Invoice {invoice} from {seller} was due on {due}. {balance} is still to be paid.\n\nSee and pay it: {link}",
    sms: "{seller}: invoice {invoice} was due {due}. Pay {balance}: {link}",
  },
  invoice_seven_days_late: {
    subject: "Invoice {invoice} is 7 days late",
    text: "Invoice {invoice} from {seller} was due on {due}. {balance} is still to be paid. If something is wrong with it, ask {seller}.\n\nSee and pay it: {link}",
    sms: "{seller}: invoice {invoice} was due {due}.| It is 7 days late.| Pay {balance}: {link}",
  },
  refund_done: {
    subject: "{seller} has sent {amount} back to you",
    text: "{seller} has sent back {amount} for {item}. It goes to where you paid from.\n\nReceipt: {link}",
    sms: "{seller}: {amount} sent back to you.| It was for {item}.| Receipt: {link}",
  },
  contact_code: {
    subject: "{code} is your code",
    text: "Your code is {code}. Type it on the page of {seller} that asked for it. It works for {minutes} minutes. If you did not ask for a code, do nothing.",
    sms: "{code} is your code for {seller}. It works for {minutes} minutes.| If you did not ask for it, do nothing.",
  },
  manage_link: {
    subject: "Your link to manage {plan}",
    text: "Here you renew or cancel {plan} and see what you paid. Whoever has this link can do so for you, so do not send it on.\n\nOpen it: {link}",
    sms: "{seller}: your link to manage {plan}.| Do not send it on:| {link}",
  },
  contact_changed: {
    subject: "Your contact at {seller} was changed",
    text: "Receipts and reminders of {seller} now go to {destination}. If you changed it, do nothing. If it was not you, take it back within 7 days:\n\n{link}",
    sms: "{seller}: your contact is now {destination}.| Not you? Take it back within 7 days:| {link}",
  },
  contact_restored: {
    subject: "A change of contact was taken back",
    text: "Messages of {seller} about {plan} came to {destination} because somebody gave that address. The subscriber has taken that back, and nothing more about it comes here.",
    sms: "{seller}: the subscriber of {plan} took back the change to {destination}.| Nothing more comes here.",
  },
  payout_sent: {
    subject: "{amount} is on its way to you",
    text: "A payout of {amount} from the wallet of {seller} is on its way to {destination}. If you did not ask for it, change your password and tell us at once.\n\nSee it: {link}",
    sms: "{seller}: payout of {amount} is on its way to {destination}.| See it:| {link}",
  },
  payout_paid: {
    subject: "{amount} was paid out",
    text: "The payout of {amount} from the wallet of {seller} has reached {destination}.\n\nSee it: {link}",
    sms: "{seller}: payout of {amount} has reached {destination}.| See it:| {link}",
  },
  payout_returned: {
    subject: "A payout of {amount} came back",
    text: "The payout of {amount} to {destination} did not arrive. The money, with its fee, is in the wallet of {seller} again.\n\nSee why: {link}",
    sms: "{seller}: payout of {amount} came back to your wallet.| See why:| {link}",
  },
  plan_changed: {
    subject: "Fees of {seller} have changed",
    text: "{seller} is on the plan {plan}. From now on each payment costs {fee} and each payout {payoutFee}. The API is included. What was paid before keeps its fee.\n\nWhy: {reason}\n\nYour plan: {link}",
    sms: "{seller}: fees are now {fee} of payments, {payoutFee} of payouts.| Your plan:| {link}",
  },
  plan_changed_no_api: {
    subject: "Fees of {seller} have changed",
    text: "{seller} is on the plan {plan}. From now on each payment costs {fee} and each payout {payoutFee}. The API is not included. What was paid before keeps its fee.\n\nWhy: {reason}\n\nYour plan: {link}",
    sms: "{seller}: fees are now {fee} of payments, {payoutFee} of payouts.| Your plan:| {link}",
  },
} as const;

/** Names what a message says; it is kept as the message's `template`. */
export type MessageKind = keyof typeof en;

interface Template {
  subject: string;
  text: string;
  sms: string;
}

/** A language must have every message of English, or it does not compile. */
export type Templates = Record<MessageKind, Template>;
