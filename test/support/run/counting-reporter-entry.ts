import { CountingReporter } from './counting-reporter';

// Mocha loads a reporter as the module's own value.
module.exports = CountingReporter;
