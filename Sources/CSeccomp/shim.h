#pragma once
#include <seccomp.h>
// The numbers of flags that are asked for.
#include <linux/prctl.h>
#include <linux/sched.h>
