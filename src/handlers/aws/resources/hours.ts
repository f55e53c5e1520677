/** AWS's own estimates use 730 hours a month: https://docs.aws.amazon.com/pricing-calculator/latest/userguide/getting-started.html */
export const HOURS = 730;
