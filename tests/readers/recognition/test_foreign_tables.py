from __future__ import annotations

import pytest

from roofline_report.readers.limits import Limits
from roofline_report.readers.recognition.recognition import recognise
from roofline_report.readers.recognition.standing import Standing
from tests.readers.samples import LONG_HEADER, long_row

ROCPROF_1 = "Index,KernelName,gpu-id,queue-id,grd,wgr,SQ_WAVES\n0,step(float*),1,0,64,64,9\n"
ROCPROF_2 = "Dispatch_ID,GPU_ID,Grid_Size,Kernel_Name,SQ_WAVES\n3,1,64,step,9\n"
TIMESTAMPS = "Dispatch_ID,Kernel_Name,GPU_ID,Grid_Size,Start_Timestamp,End_Timestamp\n3,step,1,64,10,19\n"
COUNTERS = '"Dispatch_Id","Agent_Id","Kernel_Name","Counter_Name","Counter_Value"\n1,2,"step","SQ_WAVES",9\n'
TRACE = '"Kind","Kernel_Name","Start_Timestamp","End_Timestamp"\n"KERNEL_DISPATCH","step",10,19\n'
STATS = '"Name","Calls","TotalDurationNs","AverageNs","Percentage"\n'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (ROCPROF_1, "rocprof"),
        (ROCPROF_2, "rocprof-compute"),
        (TIMESTAMPS, "rocprof-compute"),
        (COUNTERS, "counter collection of rocprofv3"),
        (TRACE, "kernel trace of rocprofv3"),
        (STATS + '"step(int, float)",4,400,100,9.5\nhipMemcpy,1,10,10,0.1\n', "summary of rocprof"),
        (STATS + "step(int, float),4,400,100,9.5\n", "summary of rocprof"),
        ("a line of output, with commas\n\n" + COUNTERS, "counter collection"),
        (COUNTERS.replace("\n", "\r\n"), "counter collection"),
    ],
)
def test_a_table_of_an_amd_profiler_is_known_and_passes_with_a_note(text: str, words: str) -> None:
    found = recognise(text, limits=Limits())
    assert found.standing is Standing.UNREAD
    assert found.summary is not None
    assert words in found.summary
    assert found.summary.endswith("AMD profilers are not supported yet")
    assert found.remedy
    assert found.line == text[: text.index("Name")].count("\n") + 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (STATS + '"hipMemcpy",4,400,100,99.5\nhsa_queue_create,1,10,10,0.5\n', "calls or copies"),
        (STATS + '"MEMORY_COPY_HOST_TO_DEVICE",4,400,100,100\n', "calls or copies"),
        (STATS + '"HIP_RUNTIME_API",4,400,100,60\n"KERNEL_DISPATCH",4,400,100,40\n', "calls or copies"),
        ("Dispatch_ID,Kernel_Name,GPU_ID\n0,step,1\n", "list of the dispatches"),
        ('"Node_Id","Cu_Count","Simd_Per_Cu","Name"\n1,110,4,"gfx90a"\n', "list of AMD devices"),
        ("workload_name,command,gpu_model,gpu_arch\nw,./step,MI200,gfx90a\n", "description of the machine"),
        ('"Domain","Function","Start_Timestamp","End_Timestamp"\n"HIP","hipFree",1,2\n', "trace of calls"),
        ('"Kind","Direction","Start_Timestamp","End_Timestamp"\n"MEMORY_COPY","H2D",1,2\n', "trace of copies"),
        ("Time (%),Total Time (ns),Num Calls,Avg (ns),Name\n9,9,1,9,cudaFree\n", "calls"),
        ("Time (%),Total Time (ns),Count,Avg (ns),Operation\n9,9,1,9,[memset]\n", "copies"),
        ("Time (%),Total Time (ns),Instances,Style,Range\n9,9,1,PushPop,step\n", "times of ranges"),
        ("Total (MB),Count,Avg (MB),Operation\n9,9,1,[memset]\n", "sizes of copies"),
    ],
)
def test_a_side_file_is_known_and_left_alone(text: str, words: str) -> None:
    found = recognise(text, limits=Limits())
    assert found.standing is Standing.OTHER
    assert found.summary is not None
    assert words in found.summary


@pytest.mark.parametrize("header", [ROCPROF_1, COUNTERS, TRACE, STATS, "Dispatch_ID,Kernel_Name\n"])
def test_a_header_without_rows_fails(header: str) -> None:
    found = recognise(header.split("\n", maxsplit=1)[0] + "\n\n", limits=Limits())
    assert found.standing is Standing.UNUSABLE
    assert found.summary is not None
    assert "no rows" in found.summary


@pytest.mark.parametrize("name", ["HBMBw,L2Bw", "HBMBw,HBMBwLow,hbmBwHigh,l2bw"])
def test_measured_ceilings_of_rocprof_compute_are_known(name: str) -> None:
    found = recognise(f"device,{name}\n0,{','.join('9' * (name.count(',') + 1))}\n", limits=Limits())
    assert found.standing is Standing.CEILINGS


@pytest.mark.parametrize("counter", ["SQ_INSTS_VALU", "TCC_EA_RDREQ_sum", "FetchSize", "GRBM_GUI_ACTIVE"])
@pytest.mark.parametrize("quotes", [True, False])
def test_amd_counters_in_the_columns_of_nsight_compute_are_not_read_as_its_own(counter: str, *, quotes: bool) -> None:
    text = LONG_HEADER + long_row(0, "step", counter, "inst", "9") + long_row(0, "step", "time", "us", "7")
    found = recognise(text if quotes else text.replace('"', ""), limits=Limits())
    assert found.standing is Standing.UNREAD
    assert found.line == 2
    assert found.summary is not None
    assert found.summary.endswith("AMD profilers are not supported yet")


def test_a_kernel_with_the_name_of_a_counter_is_a_kernel() -> None:
    text = LONG_HEADER + long_row(0, "SQ_INSTS_VALU", "gpu__time_duration.sum", "ns", "9")
    assert recognise(text, limits=Limits()).standing is Standing.READ


def test_words_of_a_header_in_a_sentence_are_no_table() -> None:
    text = "Kernel_Name, Counter_Name and Counter_Value are columns\nDispatch_ID too\n" * 60
    assert recognise(text, limits=Limits()).standing is Standing.OTHER
