import { findProduct, shareRoute } from "../../../sharing";

export const GET = shareRoute(findProduct);
