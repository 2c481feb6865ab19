#!/bin/bash
node start-executable.mjs
